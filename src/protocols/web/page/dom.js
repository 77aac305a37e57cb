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
