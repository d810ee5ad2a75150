import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callEventBodySchemas } from '@callside/schemas';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { adapters } from './adapters.ts';

const folder = path.join(import.meta.dirname, 'platforms');

const samples: unknown[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

/** A sample with some of its values, at any depth, replaced by anything. */
const damagedSample = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    fc.infiniteStream(fc.jsonValue()),
  )
  .map(([sample, dice, others]) => {
    const damage = (value: unknown): unknown => {
      if (dice.next().value === 0) return others.next().value;
      if (Array.isArray(value)) return value.map(damage);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, damage(inner)]));
    };
    return JSON.stringify(damage(sample));
  });

const text = anyText({ maxLength: 200 });
const base64 = (value: string) => Buffer.from(value).toString('base64url');
const body = fc.oneof(
  text,
  fc.json(),
  damagedSample,
  damagedSample.map((sample) => `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(sample)}.x`),
  damagedSample.map((sample) => `cdr=${encodeURIComponent(sample)}`),
  fc.webQueryParameters(),
);
const request = fc.record({
  headers: fc.dictionary(fc.constantFrom('authorization', 'x-twilio-signature', 'verification-token', 'host'), text),
  query: fc.webQueryParameters().map((query) => new URLSearchParams(query)),
  body,
  url: fc.oneof(fc.webUrl(), text),
  bytes: fc.uint8Array(),
});

describe.each(adapters.map((adapter) => [adapter.platform, adapter] as const))('%s', (_platform, adapter) => {
  it('never throws, and makes only events that the webhooks take', () => {
    fc.assert(
      fc.property(request, (sent) => {
        const translation = adapter.translate(sent);
        if (!translation.ok) {
          expect(translation.problem).toMatch(/^[a-z]/);
          return;
        }
        for (const { event, body } of translation.events) {
          expect(callEventBodySchemas[event].safeParse(body).error).toBeUndefined();
          expect(body.event_id ?? `${adapter.platform}:`).toMatch(new RegExp(`^${adapter.platform}:`));
        }
        expect(adapter.translate(sent)).toEqual(translation);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws while it checks a signature, and accepts none by chance', () => {
    const { authentication } = adapter;
    if (authentication.kind === 'key') return;
    fc.assert(fc.property(request, (sent) => expect(authentication.verify(sent, 'the stored secret')).toBe(false)));
  });
});
