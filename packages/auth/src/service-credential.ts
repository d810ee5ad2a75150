import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a header's value is the operator's dedicated credential. Only its SHA-256 (hex) is configured. */
export type IsServiceCredential = (presented: string) => boolean;

/** Compares digests in constant time, without the database. */
export function createServiceCredential(sha256Hex: string): IsServiceCredential {
  const expected = Buffer.from(sha256Hex, 'hex');
  if (expected.length !== 32) throw new Error('a SHA-256 has 64 hexadecimal digits');
  // Node decodes headers as Latin-1; encoding as Latin-1 restores the bytes that were sent.
  return (presented) => timingSafeEqual(createHash('sha256').update(presented, 'latin1').digest(), expected);
}
