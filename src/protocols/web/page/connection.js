// The way to the engine: a WebSocket of this page's server. A page without a server has a file of this name that leads to a
// worker.

import { t } from "./texts.js";

// The name of this tab's session: a page that is loaded again finds its game.
function sessionName() {
  const key = "tengen-session";
  let name = sessionStorage.getItem(key);
  if (!name) {
    name = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem(key, name);
  }
  return name;
}

// The longest message, in UTF-16 code units: the server takes 64 KiB.
const MESSAGE = 2 ** 14;

// Why the server lets this page have no session. The game stays on the page, and the next one in this tab goes on with it.
async function whyNot() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer === null) return t("lost.nobody");
  if (answer.status === 403) return t("lost.anew");
  return t("lost.engine");
}

// Connects `gtp` by a WebSocket of this page's server, again and again; `onState` is told of each change, and why.
export function connect(gtp, onState) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const url = new URL("gtp", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.search = new URLSearchParams({ token, session: sessionName() });
  const socket = new WebSocket(url);
  let opened = false;
  socket.onopen = () => {
    opened = true;
    gtp.connected((text) => {
      for (let at = 0; at < text.length; at += MESSAGE) socket.send(text.slice(at, at + MESSAGE));
    });
    onState(true, "");
  };
  socket.onmessage = (message) => gtp.received(message.data);
  socket.onclose = async (event) => {
    gtp.disconnected();
    const lost = opened ? t("lost") : await whyNot();
    onState(false, event.reason || lost);
    // Another tab has the session, or there is none: trying again would only take it back.
    if (event.code !== 1000) setTimeout(() => connect(gtp, onState), 1000);
  };
}
