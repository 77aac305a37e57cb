// Elements in few words.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// An HTML element; functions among the attributes listen to the event of that name.
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

// The same in SVG.
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const find = (id) => document.getElementById(id);

export function show(element, visible) {
  element.hidden = !visible;
}

// Opens a dialog, which its buttons close.
export function open(id) {
  find(id).showModal();
}

const usable = (element) => element.isConnected && !element.disabled && element.checkVisibility();

// What has the focus that is seen, the buttons beside it, and its place among them.
let [focused, group, place] = [null, null, 0];

const buttons = () => [...group?.querySelectorAll("button") ?? []];

document.addEventListener("pointerdown", () => { focused = null; });
document.addEventListener("focusin", ({ target }) => {
  focused = target.matches(":focus-visible") ? target : null;
  group = target.closest(".buttons, header, ol");
  place = buttons().indexOf(target);
});

// Where what had the focus is gone or disabled, the button next to it has it, or where there is none, `otherwise` is called.
export function keepFocus(otherwise) {
  const { activeElement, body } = document;
  if (!focused || usable(focused) || (activeElement !== body && usable(activeElement))) return;
  const far = ([, index]) => Math.abs(index - place);
  const near = buttons().map((button, index) => [button, index]).filter(([button]) => usable(button)).sort((one, another) => far(one) - far(another));
  if (near.length > 0) near[0][0].focus();
  else otherwise();
}
