/** A short tone when somebody comes, and a lower one twice when somebody was stopped; off until it is switched on. */
import { kept } from '#platform/web/kit/kept.ts';
import { createStore } from '#platform/web/kit/store.ts';

const KEY = 'porton.caseta.sonido';
const ON = 'si';

const store = createStore(kept.get(KEY) === ON);

let audio: AudioContext | undefined;

/** Browsers let a page sound only once somebody has touched it: called where somebody does. */
function wake(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

function tone(hertz: number, after: number, seconds: number): void {
  if (audio?.state !== 'running') return;
  const start = audio.currentTime + after;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.frequency.value = hertz;
  // It swells and fades, so that it does not click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.18, start + 0.015);
  volume.gain.linearRampToValueAtTime(0, start + seconds);
  wave.connect(volume).connect(audio.destination);
  wave.start(start);
  wave.stop(start + seconds);
}

export const sonido = {
  use: store.use,
  set(on: boolean): void {
    kept.set(KEY, on ? ON : 'no');
    store.set(on);
    if (!on) return;
    wake();
    tone(880, 0.05, 0.12);
  },
  /** Lets what was switched on another day sound; gives the function that stops listening. */
  listen(): () => void {
    const onTouch = () => {
      if (store.get()) wake();
    };
    addEventListener('pointerdown', onTouch);
    addEventListener('keydown', onTouch);
    return () => {
      removeEventListener('pointerdown', onTouch);
      removeEventListener('keydown', onTouch);
    };
  },
  play(kind: 'llega' | 'bloqueo'): void {
    if (!store.get()) return;
    if (kind === 'llega') tone(880, 0, 0.12);
    else for (const after of [0, 0.28]) tone(330, after, 0.2);
  },
};
