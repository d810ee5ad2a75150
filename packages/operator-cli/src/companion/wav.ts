import { OperatorError } from '../operator-error.ts';

interface WavLayout {
  /** Offset of the samples, in bytes. */
  start: number;
  length: number;
  sampleRate: number;
  channels: number;
}

const pcm = 1;
const extensible = 0xfffe;
export const wavHeaderBytes = 44;

/** The samples of a WAV file of `size` bytes; null for other files. Throws OperatorError for a WAV other than 16-bit PCM. */
export function readWavHeader(header: Uint8Array, size: number): WavLayout | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < 12 || nameAt(header, 0) !== 'RIFF' || nameAt(header, 8) !== 'WAVE') return null;
  let format: Pick<WavLayout, 'sampleRate' | 'channels'> | undefined;
  for (let at = 12; at + 8 <= header.length; ) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (nameAt(header, at) === 'fmt ' && start + 16 <= header.length) format = readFormat(view, start);
    if (nameAt(header, at) === 'data') {
      if (format === undefined) break;
      return { start, length: Math.min(length, size - start), ...format };
    }
    // Chunks begin at even offsets.
    at = start + length + (length % 2);
  }
  throw new OperatorError('the WAV file has no samples that can be found');
}

/** The header of a WAV file with `length` bytes of 16-bit samples. */
export function wavHeader(
  length: number,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Uint8Array {
  const header = new Uint8Array(wavHeaderBytes);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('RIFF    WAVEfmt '), 0);
  view.setUint32(4, length + wavHeaderBytes - 8, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, pcm, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  header.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, length, true);
  return header;
}

function readFormat(view: DataView, at: number): Pick<WavLayout, 'sampleRate' | 'channels'> {
  const encoding = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const isReadable = (encoding === pcm || encoding === extensible) && view.getUint16(at + 14, true) === 16;
  if (!isReadable || channels < 1 || sampleRate < 1000) {
    throw new OperatorError('the WAV file must have 16-bit PCM of at least 1000 samples a second');
  }
  return { sampleRate, channels };
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
