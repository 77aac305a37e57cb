// What is heard of a game, where it is wanted: a stone that is put down, and a pass. No file is played.

import { find } from "./dom.js";
import { game } from "./state.js";

const KEY = "tengen-sound";

// Seconds that a stone and a tone of a pass are heard.
const STONE = 0.07;
const TONE = 0.16;

let context = null;

// The plies of the position that was shown last.
let plies = null;

const sound = {
  get isOn() {
    return localStorage.getItem(KEY) === "on";
  },
  set isOn(on) {
    localStorage.setItem(KEY, on ? "on" : "off");
    if (on) stone();
  },
};

// What fades away within so many seconds after a time.
function fading(from, seconds, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  return gain;
}

function start() {
  context ??= new AudioContext();
  context.resume();
  return context.currentTime;
}

// A click: noise around the pitch of wood.
function stone() {
  const now = start();
  const noise = context.createBuffer(1, Math.ceil(STONE * context.sampleRate), context.sampleRate);
  noise.copyToChannel(Float32Array.from({ length: noise.length }, () => 2 * Math.random() - 1), 0);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: 1100, Q: 2.5 })).connect(fading(now, STONE, 0.9));
  source.start(now);
}

// Two soft tones, the second one lower.
function pass() {
  const now = start();
  for (const [place, frequency] of [523, 392].entries()) {
    const tone = new OscillatorNode(context, { frequency });
    const from = now + place * TONE;
    tone.connect(fading(from, TONE, 0.2));
    tone.start(from);
    tone.stop(from + TONE);
  }
}

// Other moves lead to the position that is shown now: one more than before is heard.
export function hear() {
  const { moves } = game;
  const isNext = plies !== null && moves.length === plies + 1;
  plies = moves.length;
  if (!isNext || !sound.isOn) return;
  if (moves.at(-1)[1].toLowerCase() === "pass") pass();
  else stone();
}

find("sound").checked = sound.isOn;
find("sound").addEventListener("change", (event) => { sound.isOn = event.target.checked; });
