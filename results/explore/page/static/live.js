// Commands go to the server that mxgen explore has started.
"use strict";

let page = ""; // number of this page at the server
let last = ""; // link of what it has shown

async function send(command) {
  const begin = page === "";
  if (begin) {
    last = location.hash.slice(1);
  }
  const reply = await post(begin ? "new" : page, begin ? {do: "open", text: last} : command);
  if (reply.gone) { // the server has forgotten this page
    page = "";
    return send(command);
  }
  if (reply.page) page = reply.page;
  if (reply.link) last = reply.link;
  return reply;
}

async function post(to, command) {
  let response;
  try {
    response = await fetch("do?page=" + to, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(command)});
  } catch {
    throw new Error("the server does not answer: it has ended; start mxgen explore again");
  }
  if (!response.ok) throw new Error((await response.text()).slice(0, 500));
  return response.json();
}
