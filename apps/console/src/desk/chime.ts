/** Two short tones. Browsers play them only after the rep has used the page once; until then it stays silent. */
export function playChime(): void {
  const audio = new AudioContext();
  const level = audio.createGain();
  level.connect(audio.destination);
  for (const [index, frequency] of [880, 1174.66].entries()) {
    const tone = audio.createOscillator();
    const start = audio.currentTime + index * 0.18;
    tone.frequency.value = frequency;
    tone.connect(level);
    tone.start(start);
    tone.stop(start + 0.16);
  }
  level.gain.setValueAtTime(0.0001, audio.currentTime);
  level.gain.exponentialRampToValueAtTime(0.2, audio.currentTime + 0.02);
  level.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.4);
  setTimeout(() => void audio.close(), 1_000);
}
