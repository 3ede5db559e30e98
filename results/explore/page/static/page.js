// Sends commands and shows the fragments that come back.  send(command) is transport.js's: to a
// server, or to WebAssembly.
const $ = (id) => document.getElementById(id);
let queue = Promise.resolve();
let link = null; // that the address has
let drawn = []; // the events of the diagram

// act sends a command after those that were sent before, and shows the reply.  save is what is done with a file.
function act(command, save = download) {
  queue = queue.then(async () => {
    document.body.setAttribute("aria-busy", "true");
    try {
      const reply = await send(command);
      show(reply);
      if (reply.file) await save(reply.file);
    } catch (e) {
      complain(e.message);
    }
    document.body.removeAttribute("aria-busy");
  });
  return queue;
}

function complain(text) {
  $("error").textContent = text;
  $("error").hidden = !text;
}

function show(reply) {
  complain(reply.error || "");
  if (reply.say !== undefined || reply.error) $("say").textContent = reply.say || "";
  const focused = document.activeElement && document.activeElement.id;
  for (const [id, html] of Object.entries(reply.fragments || {})) {
    const place = $(id);
    const inside = place.contains(document.activeElement);
    place.innerHTML = html; // escaped by html/template in Go
    if (inside) (($(focused) && place.contains($(focused)) && $(focused)) || place.querySelector("button") || place).focus({preventScroll: true});
  }
  const current = $("run").querySelector("[aria-current]");
  if (current) $("run").scrollTop = current.offsetTop - $("run").clientHeight / 2;
  $("diagram").scrollTop = $("diagram").scrollHeight;
  drawn = causes.events($("diagram"));
  look(drawn.length - 1);
  if (reply.link !== undefined && reply.link !== link) {
    link = reply.link;
    history.replaceState(null, "", "#" + link);
  }
  $("copy").disabled = !link;
}

// look marks event k of the diagram and what it follows from.
function look(k) {
  const past = causes.past(drawn, k);
  causes.mark($("diagram"), k, past);
  $("causes").textContent = k < 0 ? "" : `Event ${firstDrawn() + k + 1}: ` + causes.describe(k, past, firstDrawn()).replace("It", "it");
}

$("diagram").addEventListener("mouseover", (e) => {
  const event = e.target.closest("g.event");
  look(event ? Number(event.dataset.event) : drawn.length - 1);
});
$("diagram").addEventListener("mouseleave", () => look(drawn.length - 1));

function download(file) {
  offer(new Blob([file.text], {type: file.type}), file.name);
}

// pixels saves a picture as PNG, on a light ground, with two pixels for each of the picture.
async function pixels(file) {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(file.text.replace("@media (prefers-color-scheme:dark)", "@media not all"));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the picture is too large for this browser: save it as SVG, or save a trace for mxgen show");
  const name = file.name.replace(/svg$/, "png");
  offer(blob, name);
  $("say").textContent = $("say").textContent.replace(file.name, name);
}

// offer lets the browser save a file.
function offer(blob, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-do]");
  if (button && button.tagName === "BUTTON" && button.getAttribute("aria-disabled") !== "true") act(JSON.parse(button.dataset.do), button.dataset.pixels ? pixels : download);
  const event = e.target.closest("#diagram [data-event]");
  if (event) act({do: "depth", at: firstDrawn() + Number(event.dataset.event) + 1});
});

// firstDrawn is the number of events before the diagram.
function firstDrawn() {
  return Number($("diagram").querySelector("[data-earlier]")?.dataset.earlier || 0);
}

document.addEventListener("submit", (e) => {
  e.preventDefault();
  act({...JSON.parse(e.target.dataset.do), form: Object.fromEntries(new FormData(e.target))});
});

document.addEventListener("change", async (e) => {
  if (e.target.dataset.alone) act({do: "setup", form: {[e.target.name]: e.target.value}});
  if (e.target.id === "file" && e.target.files.length) {
    act({do: "open", text: await e.target.files[0].text()});
    e.target.value = "";
  }
});

document.addEventListener("keydown", (e) => {
  if (!$("keys").checked || e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(e.target.tagName)) return;
  if (e.target.classList.contains("scroll") && e.key.startsWith("Arrow")) return; // it scrolls
  const button = document.querySelector(`[data-key="${CSS.escape(e.key)}"]`);
  if (!button || e.key === "") return;
  e.preventDefault();
  button.click();
});

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("say").textContent = "the link is copied";
  } catch {
    complain("the browser does not let this page copy: copy its address");
  }
});

window.addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== link) act({do: "open", text: location.hash});
});

act({do: "show"});
