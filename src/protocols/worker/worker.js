// The engine of a page without a server. It gets what the page says, a message at a time, and posts its answers as text;
// else objects: that it is `ready`, the `fault` after which it is of no use, and `ended`.

import init, { Engine } from "./tengen.js";

const loaded = init();
let engine = null;

// Executes a message of the page: its text, and the addresses that it takes back to cut an answer short.
function execute({ text, superseded, interrupt }) {
  for (const line of text.split("\n")) {
    if (!engine.execute(line, superseded, interrupt)) return postMessage({ ended: true });
  }
}

self.onmessage = async ({ data }) => {
  try {
    await loaded;
    if (engine) return execute(data);
    engine = new Engine();
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ fault: error.message ?? String(error) });
  }
};
