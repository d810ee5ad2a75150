import fc from 'fast-check';
import { callEventBodySchemas, callEventNames, normaliseEmail } from './index.ts';

const valid = { agent_email: 'rep@northwind.example', phone_number: '+14155550134' };
const eventName = fc.constantFrom(...callEventNames);

// Through JSON, like real bodies: then __proto__ is an ordinary member, and there is no undefined.
const json = fc.jsonValue();

describe('fields that never reject a request', () => {
  test.each(['event_id', 'occurred_at'])('%s may be any JSON value', (field) => {
    fc.assert(
      fc.property(eventName, json, (name, value) => {
        const body = callEventBodySchemas[name].parse({ ...valid, [field]: value });
        expect(body).toMatchObject({ agent_email: valid.agent_email });
        expect(body).toHaveProperty(field, value);
      }),
    );
  });

  test('phone_number may be any JSON value after the start', () => {
    const laterName = fc.constantFrom(...callEventNames.filter((name) => name !== 'call-started'));
    fc.assert(
      fc.property(laterName, json, (name, phone_number) => {
        expect(callEventBodySchemas[name].safeParse({ ...valid, phone_number }).success).toBe(true);
      }),
    );
  });

  test('fields that are not listed may have any value and are removed', () => {
    const listed = new Set(['agent_email', 'phone_number', 'customer_id', 'event_id', 'occurred_at', 'metadata']);
    const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'call_id'), fc.string());
    const others = fc.dictionary(
      key.filter((name) => !listed.has(name)),
      json,
    );
    fc.assert(
      fc.property(eventName, others, (name, extra) => {
        const body = callEventBodySchemas[name].parse(JSON.parse(JSON.stringify({ ...extra, ...valid })));
        expect(Object.keys(body).every((field) => listed.has(field))).toBe(true);
        expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
      }),
    );
  });

  test('__proto__ is treated like any other field that is not listed', () => {
    for (const name of callEventNames) {
      const body = callEventBodySchemas[name].parse(
        JSON.parse('{"agent_email":"a@b","phone_number":"1","__proto__":{"customer_id":5},"metadata":{"__proto__":1}}'),
      );
      expect(body).not.toHaveProperty('customer_id');
      expect(JSON.stringify(body.metadata)).toBe('{"__proto__":1}');
    }
  });
});

test('any JSON object is metadata, and is not copied', () => {
  fc.assert(
    fc.property(eventName, fc.dictionary(fc.string(), json), (name, metadata) => {
      expect(callEventBodySchemas[name].parse({ ...valid, metadata }).metadata).toBe(metadata);
    }),
  );
});

test('metadata may be nested deeper than the call stack allows', () => {
  const metadata: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  expect(callEventBodySchemas['call-ended'].safeParse({ ...valid, metadata }).success).toBe(true);
});

describe('agent_email', () => {
  const space = fc.stringMatching(/^[ \t\r\n\u00a0\u2003\ufeff]{0,4}$/);
  const anyText = fc.string({ unit: 'grapheme' });

  test('is the same with any case and any surrounding white space', () => {
    fc.assert(
      fc.property(eventName, fc.emailAddress(), space, space, (name, address, before, after) => {
        const plain = callEventBodySchemas[name].parse({ ...valid, agent_email: address });
        const loud = callEventBodySchemas[name].parse({
          ...valid,
          agent_email: `${before}${address.toUpperCase()}${after}`,
        });
        expect(loud.agent_email).toBe(plain.agent_email);
      }),
    );
  });

  test('is accepted exactly when it is not empty after normalisation', () => {
    fc.assert(
      fc.property(eventName, anyText, (name, agent_email) => {
        const { success } = callEventBodySchemas[name].safeParse({ ...valid, agent_email });
        expect(success).toBe(agent_email.trim() !== '');
      }),
    );
  });

  test('has one normal form: normalising it again changes nothing', () => {
    const marks = fc.string({ unit: fc.constantFrom('İ', 'I', 'Σ', 'ß', 'K', '\u0307', '\u0323', '\u0301', 'a', ' ') });
    fc.assert(
      fc.property(fc.oneof(anyText, marks), (text) => {
        expect(normaliseEmail(normaliseEmail(text))).toBe(normaliseEmail(text));
      }),
    );
  });
});
