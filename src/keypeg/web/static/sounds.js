// Sound and vibration, for those who switched them on: wooden clicks made on the spot, without any file.

import { settings } from "./settings.js";

const CHORD = [261.6, 329.6, 392, 523.3];
let context = null;

/** A peg lands in its hole. */
export function soundPeg() {
  if (!settings().sound) return;
  click(900, 0, 0.05, 0.25);
  navigator.vibrate?.(8);
}

/** Key pegs come one by one, `gap` milliseconds apart: blacks deeper than whites. */
export function soundKeys({ blacks, whites }, gap) {
  if (!settings().sound) return;
  for (let at = 0; at < blacks + whites; at++) {
    const [pitch, strength] = at < blacks ? [420, 0.3] : [1300, 0.14];
    click(pitch, ((at + 1) * gap) / 1000, 0.07, strength);
  }
}

export function soundEnd(won) {
  if (!settings().sound) return;
  if (won) for (const [at, pitch] of CHORD.entries()) tone(pitch, at * 0.07, 1.1, 0.1);
  else tone(196, 0, 0.5, 0.1);
  navigator.vibrate?.(won ? [20, 60, 20, 60, 40] : 40);
}

function audio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A short knock: a tone that falls and fades at once, like wood on wood. */
function click(pitch, delay, length, strength) {
  const { oscillator, gain, start } = voice("triangle", delay, strength);
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(pitch / 2.5, start + length);
  gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.stop(start + length);
}

function tone(pitch, delay, length, strength) {
  const { oscillator, gain, start } = voice("sine", delay, strength);
  oscillator.frequency.setValueAtTime(pitch, start);
  gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.stop(start + length);
}

function voice(type, delay, strength) {
  const now = audio();
  const start = now.currentTime + delay;
  const oscillator = new OscillatorNode(now, { type });
  const gain = new GainNode(now, { gain: strength });
  oscillator.connect(gain).connect(now.destination);
  oscillator.start(start);
  return { oscillator, gain: gain.gain, start };
}
