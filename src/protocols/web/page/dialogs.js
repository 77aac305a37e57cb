// Dialogs, which their buttons close.

import { find } from "./dom.js";

export function open(id) {
  find(id).showModal();
}
