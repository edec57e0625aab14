/** Short synthesised sounds. They are off until one switches them on in the settings. */

import { motionSettings } from "./settings";

/** A tone: start and length in seconds, frequency at its start and end in Hz, and its shape. */
interface Tone {
  at: number;
  length: number;
  from: number;
  to: number;
  type: OscillatorType;
  volume: number;
}

const tone = (at: number, length: number, from: number, to = from, type: OscillatorType = "triangle", volume = 0.3) =>
  ({ at, length, from, to, type, volume }) satisfies Tone;

const SOUNDS = {
  turn: [tone(0, 0.14, 660), tone(0.1, 0.24, 880)],
  hit: [tone(0, 0.22, 300, 110, "sawtooth", 0.3)],
  card: [tone(0, 0.14, 480, 340, "triangle", 0.35)],
  win: [tone(0, 0.2, 523), tone(0.14, 0.2, 659), tone(0.28, 0.2, 784), tone(0.42, 0.45, 1047)],
  loss: [tone(0, 0.28, 330, 310), tone(0.22, 0.55, 220, 165)],
} satisfies Record<string, Tone[]>;

export type SoundName = keyof typeof SOUNDS;

export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];

const ATTACK = 0.006; // s; a tone that is loud at once begins with a click
const SILENT = 0.001; // an exponential ramp cannot reach 0
const RELEASE = 0.01; // s from there to silence

let audio: AudioContext | null = null;

/** Play a sound, if sounds are on. A browser that allows none before the first click stays silent. */
export function playSound(name: SoundName): void {
  if (!motionSettings().sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  scheduleSound(audio, name);
}

/** Add the tones of a sound to an audio context, from now on. */
export function scheduleSound(audio: BaseAudioContext, name: SoundName): void {
  for (const { at, length, from, to, type, volume } of SOUNDS[name]) {
    const start = audio.currentTime + at;
    const end = start + length;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, end);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + ATTACK);
    gain.gain.exponentialRampToValueAtTime(SILENT, end);
    gain.gain.linearRampToValueAtTime(0, end + RELEASE);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(end + RELEASE);
  }
}
