// The engine of a page without a server. It gets what the page says, a message at a time, and posts its answers as text;
// else objects: that it is `ready`, the `record` of the game where that has changed, the `fault` after which it is of no
// use, and `ended`.

import init, { Engine } from "./tengen.js";

const loaded = init();
let engine = null;
let record = "";

// Goes on with this record, where it is one; else with a new game.
function begin(before) {
  engine = new Engine();
  engine.load(before);
  postMessage({ ready: true });
}

// Tells the page what it needs to go on elsewhere.
function keepRecord() {
  const now = engine.record();
  if (now !== record) postMessage({ record: now });
  record = now;
}

// Executes a message of the page: its text, and the addresses that it takes back to cut an answer short.
function execute({ text, superseded, interrupt }) {
  for (const line of text.split("\n")) {
    if (!engine.execute(line, superseded, interrupt)) return postMessage({ ended: true });
  }
  keepRecord();
}

self.onmessage = async ({ data }) => {
  try {
    await loaded;
    if (data.begin === undefined) execute(data);
    else begin(data.begin);
  } catch (error) {
    postMessage({ fault: error.message ?? String(error) });
  }
};
