import fc from 'fast-check';
import { z } from 'zod';
import { type HttpSample, httpSampleSchema } from '../http-sample.ts';
import { headerValue } from './headers.ts';
import { mutated } from './mutated.ts';
import { readPlatformSamples } from './platform-samples.ts';
import { signers } from './platform-signatures.ts';
import { queries } from './queries.ts';
import { bodiesOf, damaged, deeplyNested, oddText } from './texts.ts';

export const platformRequestSchema = httpSampleSchema.extend({
  /** Whether the sender knows the secret or the key, or asks for what needs neither. */
  isSigned: z.boolean(),
});
export type PlatformRequest = z.infer<typeof platformRequestSchema>;

interface Platforms {
  host: string;
  /** An agent who is known. */
  agent: string;
  secret: string;
  /** Of the platforms that do not sign. */
  key: string;
}

const formPlatforms = new Set(['twilio', 'vicidial', 'five9', 'talkdesk']);

function formOf(payload: unknown): string {
  const fields = Object.entries(Object(payload)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function bodiesOfPlatform(platform: string, samples: readonly unknown[]): fc.Arbitrary<Buffer> {
  const payloads = mutated(fc.constantFrom(...samples));
  const [first] = samples;
  const json = bodiesOf(
    payloads,
    deeplyNested(JSON.stringify(first).slice(1, -1), ['body', 'data', 'detail', 'event']),
  );
  const form = payloads.map((payload) => Buffer.from(formOf(payload)));
  if (platform === 'freeswitch') {
    const inField = payloads.map((payload) => Buffer.from(formOf({ cdr: JSON.stringify(payload) })));
    return fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: inField });
  }
  if (!formPlatforms.has(platform)) return json;
  return fc.oneof(
    { weight: 4, arbitrary: form },
    { weight: 1, arbitrary: damaged(form) },
    { weight: 1, arbitrary: json },
  );
}

/** Mostly names the agent, whom many payloads do not name. */
function addresses(platform: string, agent: string, samples: readonly unknown[]): fc.Arbitrary<string> {
  const query = fc.oneof(
    { weight: 6, arbitrary: fc.constant(`?${formOf({ agent })}`) },
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: oddText.map((text) => `?${formOf({ agent: text.slice(0, 500) })}`) },
    { weight: 1, arbitrary: queries },
    {
      weight: 1,
      arbitrary: mutated(fc.constantFrom(...samples)).map((payload) => `?${formOf(payload).slice(0, 6_000)}`),
    },
  );
  return query.map((text) => `/integrations/${platform}${text}`);
}

const wrongSecrets = (right: string) => fc.constantFrom('another secret', right.slice(1), right.toUpperCase());

function keyHeaders(key: string): fc.Arbitrary<HttpSample['headers']> {
  return fc.constantFrom<HttpSample['headers']>(
    [['X-API-Key', key]],
    [['Authorization', `Bearer ${key}`]],
    [['Authorization', `Basic ${Buffer.from(`callside:${key}`).toString('base64')}`]],
  );
}

/** Requests of all platforms. Some have a wrong signature or key, or none. */
export function platformRequests({ host, agent, secret, key }: Platforms): fc.Arbitrary<PlatformRequest> {
  const requests = (platform: string, samples: readonly unknown[]) =>
    fc
      .record({
        method: fc.oneof({ weight: 12, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'PUT')),
        target: addresses(platform, agent, samples),
        body: bodiesOfPlatform(platform, samples),
        isSigned: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
      })
      .chain(({ method, target, body, isSigned }) => {
        const toRequest = (headers: HttpSample['headers'], bytes: Buffer): PlatformRequest => ({
          method,
          target,
          headers: [['Host', host], ...headers],
          body: bytes.toString('base64'),
          isSigned,
        });
        const sign = signers[platform];
        const right = sign === undefined ? key : secret;
        return (isSigned ? fc.constant(right) : wrongSecrets(right)).chain((used) => {
          if (sign === undefined) return keyHeaders(used).map((headers) => toRequest(headers, body));
          const signed = sign({ url: `http://${host}${target}`, body }, used);
          return fc.constant(toRequest(signed.headers, signed.body));
        });
      });
  return fc.oneof(
    ...[...readPlatformSamples()].map(([platform, samples]) => requests(platform, samples)),
    registrations(host),
  );
}

/** RingCentral calls the address without a token while it is registered. */
function registrations(host: string): fc.Arbitrary<PlatformRequest> {
  return headerValue.map((token) => ({
    method: 'POST',
    target: '/integrations/ringcentral',
    headers: [
      ['Host', host],
      ['Validation-Token', token],
    ],
    body: '',
    isSigned: true,
  }));
}
