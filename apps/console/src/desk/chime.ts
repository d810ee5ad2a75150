const chimeMs = 500;

let audio: AudioContext | null = null;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Browsers play sound only after the rep has used the page once. */
export function mayPlayChime(): boolean {
  return navigator.userActivation.hasBeenActive;
}

/** Two short tones; none in a browser without sound. */
export function playChime(): void {
  if (!('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  const { currentTime } = audio;
  void audio.resume();
  const level = audio.createGain();
  level.connect(audio.destination);
  for (const [index, frequency] of [880, 1174.66].entries()) {
    const tone = audio.createOscillator();
    const start = currentTime + index * 0.18;
    tone.frequency.value = frequency;
    tone.connect(level);
    tone.start(start);
    tone.stop(start + 0.16);
  }
  level.gain.setValueAtTime(0.0001, currentTime);
  level.gain.exponentialRampToValueAtTime(0.2, currentTime + 0.02);
  level.gain.exponentialRampToValueAtTime(0.0001, currentTime + 0.4);
  // Releases the audio device between two calls.
  clearTimeout(silence);
  silence = setTimeout(() => void audio?.suspend(), chimeMs);
}
