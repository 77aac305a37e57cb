// All texts of the page, by their keys.

const TEXTS = {
  en: {
    "content": "On the board",
    "content.black": "Black",
    "content.white": "White",
    "content.empty": "Empty",
    "content.closed": "Closed",
    "side": "Side to move",
    "black": "Black",
    "white": "White",
    "hands": "In hand",
    "quiet": "Plies without a capture",
    "phase.placing": "Stones are placed.",
    "phase.moving": "All stones are placed: they move.",
    "playFrom": "Play from here",
    "clear": "Clear",
    "cancel": "Cancel",
    "setUp": "Set up",
    "setUpTitle": "Set up a position",
    "setUpAbout": "Choose what to put on the board; click points, or draw over them. A second click empties a point.",
    "settingUp": "A position is being set up.",
    "share": "Share…",
    "share.title": "Share the game",
    "share.about": "The link opens this game on any page of Tengen, at the same position: behind # it has the record, or its main line or the position where that is too long.",
    "copyLink": "Copy link",
    "copyPosition": "Copy position",
    "saveSvg": "Picture (SVG)",
    "savePng": "Picture (PNG)",
    "saveGif": "Whole game (GIF)",
    "gif.progress": "Position {number} of {count} is drawn.",
    "close": "Close",
    "copy.title": "Copy by hand",
    "copy.about": "The browser lets no page copy that is not encrypted. Here it is, selected:",
    "copy.text": "What to copy",
    "copied.position": "The position is copied.",
    "copied.link": "The link is copied.",
    "link.broken": "it is damaged, or not whole",
    "link.refused": "The game in the address cannot be opened: {why}.",
    "painted": "{point}: {content}",
  },
};

// A text in the user's language, with these values in the places of their names.
export function t(key, values = {}) {
  return TEXTS.en[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Puts the texts into the elements of the page that name them.
export function translate() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
}
