// Commands go to the program as WebAssembly, in a worker.
"use strict";

const worker = new Worker("worker.js");
const waiting = [];
worker.onmessage = (e) => waiting.shift().resolve(JSON.parse(e.data));
worker.onerror = (e) => {
  while (waiting.length) waiting.shift().reject(new Error("WebAssembly: " + (e.message || "cannot be loaded; this directory needs a web server")));
};

function post(command) {
  return new Promise((resolve, reject) => {
    waiting.push({resolve, reject});
    worker.postMessage(JSON.stringify(command));
  });
}

let begun = false;

async function send(command) {
  if (begun) return post(command);
  begun = true;
  await post({do: "open", text: document.documentElement.dataset.link});
  return post({do: "open", text: location.hash.slice(1)});
}
