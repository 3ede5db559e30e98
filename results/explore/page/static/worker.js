// Runs the program.  explore.bin is WebAssembly, compressed with gzip unless the server has
// decompressed it.
"use strict";

importScripts("wasm_exec.js");

async function load() {
  const response = await fetch("explore.bin");
  if (!response.ok) throw new Error("explore.bin: " + response.status);
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  }
  const go = new Go();
  const {instance} = await WebAssembly.instantiate(bytes, go.importObject);
  go.run(instance); // it sets mxgenCommand
}

const ready = load();

self.onmessage = (e) => {
  ready.then(() => mxgenCommand(e.data)).then(
    (reply) => self.postMessage(reply),
    (error) => self.postMessage(JSON.stringify({error: "WebAssembly: " + error.message})));
};
