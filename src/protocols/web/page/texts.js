// The texts of the page in the user's language. What the engine says stays as it is.

import { h } from "./dom.js";

// What each language calls itself.
export const LANGUAGES = { en: "English", de: "Deutsch", ja: "日本語" };

const KEY = "tengen-language";

// The language that was chosen, or else the first of the browser's that there is.
export const language = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.split("-")[0])].find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";

// Its texts, by keys.
const { default: texts } = await import(`./text-${language}.js`);

// The page is loaded again in another language; the game stays.
export function setLanguage(name) {
  localStorage.setItem(KEY, name);
  location.reload();
}

// A text, with these values in the places of their names.
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// The same, where a game may have a text of its own.
export const gameText = (key, game, values) => t(`${key}.${game}` in texts ? `${key}.${game}` : key, values);

// The name of a game; one that has no name here keeps its own.
export const gameName = (name) => texts[`game.${name}`] ?? name;

// Puts the texts into the elements of the page that name them; between backticks there is code.
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) {
    element.replaceChildren(...t(element.dataset.t).split("`").map((part, place) => (place % 2 ? h("code", {}, part) : part)));
  }
  for (const [name, attribute] of [["label", "aria-label"], ["title", "title"], ["placeholder", "placeholder"]]) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) element.setAttribute(attribute, t(element.dataset[name]));
  }
}
