import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import { readWavHeader } from './wav.ts';

/** 16-bit PCM in frames of 20 ms; the last one may be shorter. */
export interface Sound {
  readonly frameCount: number;
  /** Bytes of a complete frame. */
  readonly frameBytes: number;
  /** Samples a second. */
  readonly sampleRate: number;
  readonly channels: number;
  read: (frame: number) => Uint8Array;
  close: () => void;
}

export const frameMs = 20;
const bytesPerSample = 2;
const headerLimit = 64 * 1024;

/** Opens a WAV file, or raw little-endian 16-bit mono PCM of `sampleRate`. Frames are read on demand. */
export function openSound(file: string, sampleRate: number): Sound {
  const descriptor = openSync(file, 'r');
  try {
    return soundOf(descriptor, sampleRate);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Endless silence. */
export function silence(sampleRate: number): Sound {
  const frameBytes = frameBytesOf(sampleRate, 1);
  return {
    frameCount: Number.POSITIVE_INFINITY,
    frameBytes,
    sampleRate,
    channels: 1,
    read: () => new Uint8Array(frameBytes),
    close: () => {},
  };
}

function soundOf(descriptor: number, rawRate: number): Sound {
  const size = sizeOf(descriptor);
  const header = readAt(descriptor, 0, Math.min(size, headerLimit));
  const { start, length, sampleRate, channels } = readWavHeader(header, size) ?? {
    start: 0,
    length: size,
    sampleRate: rawRate,
    channels: 1,
  };
  const frameBytes = frameBytesOf(sampleRate, channels);
  if (length < 1) throw new OperatorError('it has no sound');
  return {
    frameCount: Math.ceil(length / frameBytes),
    frameBytes,
    sampleRate,
    channels,
    read: (frame) => {
      const offset = frame * frameBytes;
      return readAt(descriptor, start + offset, Math.min(frameBytes, length - offset));
    },
    close: () => closeSync(descriptor),
  };
}

function sizeOf(descriptor: number): number {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) throw new OperatorError('it is not a file');
  return stats.size;
}

function readAt(descriptor: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}

function frameBytesOf(sampleRate: number, channels: number): number {
  return Math.round((sampleRate * frameMs) / 1000) * channels * bytesPerSample;
}
