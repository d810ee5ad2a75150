import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `sent` is the base64 text of the HMAC-SHA256 over the body, in a time that does not depend on it. */
export function isBodySignature(sent: string | undefined, body: Uint8Array, secret: string): boolean {
  if (sent === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(sent, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
