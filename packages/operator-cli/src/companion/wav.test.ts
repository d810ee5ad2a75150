import { readWavHeader, wavHeader, wavHeaderBytes } from './wav.ts';

const format = { sampleRate: 16_000, channels: 1 };
const ascii = (text: string) => new TextEncoder().encode(text);

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

test('a header that was written is read', () => {
  const header = wavHeader(640, { sampleRate: 44_100, channels: 2 });
  expect(readWavHeader(header, wavHeaderBytes + 640)).toEqual({
    start: 44,
    length: 640,
    sampleRate: 44_100,
    channels: 2,
  });
});

test('unknown chunks, also of odd length, are skipped', () => {
  const header = wavHeader(640, format);
  const list = joined(ascii('LIST'), Uint8Array.of(3, 0, 0, 0), ascii('abc'), Uint8Array.of(0));
  const file = joined(header.subarray(0, 36), list, header.subarray(36));
  expect(readWavHeader(file, file.length + 640)).toEqual({ start: 44 + 12, length: 640, ...format });
});

test('a truncated file has the samples that exist', () => {
  expect(readWavHeader(wavHeader(0xffffffff, format), wavHeaderBytes + 320)).toMatchObject({ length: 320 });
});

test('a file without a WAV header is not a WAV file', () => {
  expect(readWavHeader(new Uint8Array(0), 0)).toBeNull();
  expect(readWavHeader(new Uint8Array(640), 640)).toBeNull();
});

test('a WAV file that is not 16-bit PCM, or has no samples, is refused', () => {
  const eightBits = wavHeader(640, format);
  eightBits[34] = 8;
  expect(() => readWavHeader(eightBits, 1000)).toThrow('16-bit PCM');
  expect(() => readWavHeader(wavHeader(640, format).subarray(0, 36), 36)).toThrow('no samples');
});
