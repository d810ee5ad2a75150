import { createHash, createHmac } from 'node:crypto';
import type { HttpSample } from '../http-sample.ts';

interface Unsigned {
  /** As the platform calls it. */
  url: string;
  body: Buffer;
}

interface Signed {
  headers: HttpSample['headers'];
  body: Buffer;
}

type Sign = (request: Unsigned, secret: string) => Signed;

/** The token of the samples. */
const aircallToken = '58ffd2bc5f3113f7bebf210a49299a1b';

/** How a platform signs with its secret, written from its documentation. Other platforms send a key. */
export const signers: Readonly<Record<string, Sign>> = {
  twilio: ({ url, body }, secret) => ({ headers: [['X-Twilio-Signature', twilioSignature(url, body, secret)]], body }),
  aircall: ({ body }, secret) => ({
    headers: [],
    body: Buffer.from(body.toString('latin1').replace(aircallToken, secret), 'latin1'),
  }),
  dialpad: ({ body }, secret) => ({ headers: [], body: Buffer.from(webToken(body, secret)) }),
  ringcentral: ({ body }, secret) => ({ headers: [['Verification-Token', secret]], body }),
  vonage: ({ body }, secret) => {
    const claims = JSON.stringify({ payload_hash: createHash('sha256').update(body).digest('hex') });
    return { headers: [['Authorization', `Bearer ${webToken(Buffer.from(claims), secret)}`]], body };
  },
};

function twilioSignature(url: string, body: Buffer, secret: string): string {
  const fields = new Set(
    [...new URLSearchParams(body.toString())].map(([name, value]) => JSON.stringify([name, value])),
  );
  const sorted = [...fields].map((field): [string, string] => JSON.parse(field)).sort(byNameAndValue);
  return createHmac('sha1', secret)
    .update(url + sorted.flat().join(''))
    .digest('base64');
}

function byNameAndValue([name, value]: [string, string], [otherName, otherValue]: [string, string]): number {
  if (name !== otherName) return name < otherName ? -1 : 1;
  return value < otherValue ? -1 : 1;
}

function webToken(claims: Buffer, secret: string): string {
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
  const signed = `${head}.${claims.toString('base64url')}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
