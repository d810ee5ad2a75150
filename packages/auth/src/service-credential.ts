import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a header's value is the operator's dedicated credential, of which only the SHA-256 (hex) is known here. */
export type IsServiceCredential = (presented: string) => boolean;

/** Compares digests in constant time; needs no database. */
export function createServiceCredential(sha256Hex: string): IsServiceCredential {
  const expected = Buffer.from(sha256Hex, 'hex');
  if (expected.length !== 32) throw new Error('a SHA-256 has 64 hexadecimal digits');
  // Node reads headers as Latin-1: that gives back the bytes that were sent.
  return (presented) => timingSafeEqual(createHash('sha256').update(presented, 'latin1').digest(), expected);
}
