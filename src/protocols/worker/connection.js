// The way to the engine of a page that has no server: a worker that this tab alone has. To each, the page gives the game that it
// keeps.

import { h } from "./dom.js";
import { INTERRUPT } from "./gtp.js";
import { t } from "./texts.js";

// Milliseconds until a worker follows one that has failed: the reason can be read so long.
const PAUSE = 5000;

// What only a page has that stays at its address: it can be put on the home screen, and opened without a network.
document.head.append(
  h("link", { rel: "manifest", href: "app.webmanifest" }),
  h("link", { rel: "apple-touch-icon", href: "icon-192.png" }),
);

// Once the engine is there: what is kept of the page is not to delay it. Pages that are not encrypted have no such worker.
function keepPage() {
  navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => {});
}

// What the engine can look at while it thinks: an address that is taken back.
const flag = () => URL.createObjectURL(new Blob(["go on"]));

// Connects `gtp` to a worker, and to another when that fails; `onState` is told of each change, and why.
export function connect(gtp, onState) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  let [superseded, interrupt] = [flag(), flag()];

  function disconnect(reason) {
    worker.terminate();
    [superseded, interrupt].forEach(URL.revokeObjectURL);
    gtp.disconnected();
    onState(false, reason);
  }

  function fail(reason) {
    disconnect(t("worker.failed", { why: reason }));
    setTimeout(() => connect(gtp, onState), PAUSE);
  }

  // Whatever is said ends an analysis; an interruption ends all that was asked before.
  function send(text) {
    URL.revokeObjectURL(superseded);
    superseded = flag();
    if (text === INTERRUPT) {
      URL.revokeObjectURL(interrupt);
      interrupt = flag();
    } else {
      worker.postMessage({ text, superseded, interrupt });
    }
  }

  const news = {
    ready() {
      keepPage();
      gtp.connected(send);
      onState(true, "");
    },
    fault: fail,
    ended: () => disconnect(t("worker.ended")),
  };

  worker.onmessage = ({ data }) => {
    if (typeof data === "string") gtp.received(data);
    else for (const [name, value] of Object.entries(data)) news[name](value);
  };
  worker.onerror = (event) => fail(event.message ?? t("worker.unloadable"));
  onState(false, t("worker.loading"));
  worker.postMessage({ begin: true });
}
