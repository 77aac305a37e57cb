// A client of the Go Text Protocol. `protocol.md` is its reference; nothing else passes between page and engine.

import { t } from "./texts.js";

export class GtpError extends Error {}

// What ends what the engine thinks about.
export const INTERRUPT = "# interrupt\n";

// The connection is gone, and what was asked over it has no answer.
export class Disconnected extends Error {}

export class Gtp {
  #send = null;
  // Random: the session may have answers left for a page before this one.
  #next = Math.floor(Math.random() * 2 ** 30);
  #waiting = new Map();
  #text = "";
  #current = null;
  // Called with every line that is sent or received, for the log.
  onLine = () => {};

  // A transport has connected: `send` takes text for the engine.
  connected(send) {
    this.#send = send;
    this.#text = "";
    this.#current = null;
  }

  // It has gone: all that was asked fails.
  disconnected() {
    this.#send = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Disconnected(t("lost")));
  }

  // Text from the engine, in any pieces.
  received(text) {
    const lines = (this.#text + text).split("\n");
    this.#text = lines.pop();
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    if (this.#current === null) {
      const head = /^([=?])(\d+) ?(.*)$/.exec(line);
      if (!head) return;
      const request = this.#waiting.get(Number(head[2]));
      this.#current = { id: Number(head[2]), ok: head[1] === "=", lines: head[3] ? [head[3]] : [], request };
      this.onLine("received", line);
    } else if (line === "") {
      const { id, ok, lines, request } = this.#current;
      this.#current = null;
      this.#waiting.delete(id);
      if (!request) return;
      if (ok) request.resolve(lines.join("\n"));
      else request.reject(new GtpError(lines.join("\n")));
    } else {
      this.#current.lines.push(line);
      if (this.#current.request?.onLine) this.#current.request.onLine(line);
      else this.onLine("received", line);
    }
  }

  // Sends a command; its answer, or a GtpError with the failure's text. `onLine` gets the lines of a streaming
  // answer as they come.
  ask(command, onLine = null) {
    if (!this.#send) return Promise.reject(new Disconnected(t("lost")));
    const id = this.#next++;
    this.onLine("sent", command);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onLine });
      this.#send(`${id} ${command}\n`);
    });
  }

  // Sends commands at once; their answers, in order, or the first failure.
  all(commands) {
    return Promise.all(commands.map((command) => this.ask(command)));
  }

  async json(command) {
    return JSON.parse(await this.ask(command));
  }

  // Ends what the engine thinks about; it answers with the best so far.
  interrupt() {
    this.#send?.(INTERRUPT);
  }
}
