import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { z } from 'zod';

/** A request that is written to the wire unchanged. Texts are Latin-1; `body` is base64. */
export const httpSampleSchema = z.object({
  method: z.string(),
  target: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type HttpSample = z.infer<typeof httpSampleSchema>;

interface SampleParts {
  method?: string | fc.Arbitrary<string>;
  target: string | fc.Arbitrary<string>;
  headers: fc.Arbitrary<HttpSample['headers']>;
  body?: fc.Arbitrary<Buffer>;
}

/** Requests made of these parts; a plain text is used as it is. */
export function httpSamples({ method = 'POST', target, headers, body }: SampleParts): fc.Arbitrary<HttpSample> {
  return fc.record({
    method: typeof method === 'string' ? fc.constant(method) : method,
    target: typeof target === 'string' ? fc.constant(target) : target,
    headers,
    body: (body ?? fc.constant(Buffer.alloc(0))).map((bytes) => bytes.toString('base64')),
  });
}

export function hasKey({ headers }: HttpSample, key: string): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'x-api-key' && value.trim() === key);
}

/** Puts values of this run in place of the names that stand for them, such as `$call`, in the target, the headers and the body. */
export function fillNames(
  { method, target, headers, body }: HttpSample,
  values: ReadonlyMap<string, string>,
): HttpSample {
  const fill = (text: string) =>
    [...values].reduce((filled, [name, value]) => filled.replaceAll(name, () => value), text);
  return {
    method,
    target: fill(target),
    headers: headers.map(([name, value]) => [name, fill(value)]),
    body: Buffer.from(fill(Buffer.from(body, 'base64').toString('latin1')), 'latin1').toString('base64'),
  };
}

/** The bytes of the request. A sample without a Content-Length gets the right one. */
export function requestBytes({ method, target, headers, body }: HttpSample): Buffer {
  const bytes = Buffer.from(body, 'base64');
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (!names.has('content-length') && !names.has('transfer-encoding')) lines.push(`Content-Length: ${bytes.length}`);
  lines.push('Connection: close');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
