// The way to the engine: a WebSocket of this page's server. A page without a server has a file of this name that leads to a
// worker.

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
  socket.onclose = (event) => {
    gtp.disconnected();
    const reason = event.reason || (opened ? "The connection is lost." : "The engine does not answer.");
    onState(false, reason);
    // Another tab has the session, or there is none: trying again would only take it back.
    if (event.code !== 1000) setTimeout(() => connect(gtp, onState), 1000);
  };
}
