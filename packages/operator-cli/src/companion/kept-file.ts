import { closeSync, openSync, writeSync } from 'node:fs';
import { wavHeader } from './wav.ts';

/** The recorded sound: a WAV file when its name ends in .wav, else raw samples. */
export class KeptFile {
  readonly #file: number;
  readonly #wav: { sampleRate: number; channels: number } | null;
  #length = 0;

  /** Overwrites the file. */
  constructor(name: string, format: { sampleRate: number; channels: number }) {
    this.#file = openSync(name, 'w');
    this.#wav = name.toLowerCase().endsWith('.wav') ? format : null;
    if (this.#wav) writeSync(this.#file, wavHeader(0, this.#wav));
  }

  /** Writes synchronously, so that the file is complete when the companion is killed. */
  append(bytes: Uint8Array): void {
    writeSync(this.#file, bytes);
    this.#length += bytes.length;
  }

  close(): void {
    if (this.#wav) writeSync(this.#file, wavHeader(this.#length, this.#wav), 0, undefined, 0);
    closeSync(this.#file);
  }
}
