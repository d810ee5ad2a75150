import { Buffer } from 'node:buffer';
import { callEventNames } from '@callside/schemas';
import fc from 'fast-check';
import { instants, phoneNumbers } from './events.ts';
import { oddText } from './texts.ts';

const names = [
  'limit',
  'cursor',
  'phone',
  'agent_email',
  'event',
  'resolved',
  'outcome',
  'from',
  'to',
  'format',
  '__proto__',
  'from[]',
  'x',
];

/** Cursors as the service might create them, and other texts that decode from base64url. */
export const cursors = fc.oneof(
  fc
    .tuple(fc.oneof(fc.integer(), fc.bigInt(), fc.double()), fc.oneof(fc.uuid(), fc.bigInt().map(String), oddText))
    .map(([at, id]) => Buffer.from(`${at} ${id}`).toString('base64url')),
  oddText.map((text) => Buffer.from(text).toString('base64url')),
  fc.json().map((text) => Buffer.from(text).toString('base64url')),
  fc.stringMatching(/^[A-Za-z0-9_=-]{0,200}$/),
);

const value = fc.oneof(
  fc.constantFrom('1', '200', '201', '0', 'true', 'false', 'csv', 'ndjson', 'all', 'refused', 'rep@bench.example'),
  fc.constantFrom(...callEventNames),
  instants,
  phoneNumbers,
  cursors,
  fc.integer().map(String),
  oddText,
);

/** A query as a form or a script sends it: well formed, with any values. */
const formQuery = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 }).map((pairs) => {
  const parameters = new URLSearchParams();
  for (const [name, text] of pairs) parameters.append(name, text.slice(0, 2_000));
  return `?${parameters}`;
});

const rawQuery = fc
  .string({ unit: fc.constantFrom(...'abc=&%+[]0?/\\"\'') })
  .map((text) => `?${text.replaceAll(/[\s"]/g, '')}`);

export const queries = fc.oneof({ weight: 4, arbitrary: formQuery }, rawQuery);

/** Values in the place of an id; one segment of a path. */
export const idSegments = fc.oneof(
  fc.uuid(),
  oddText.map((text) => new URLSearchParams({ id: text.slice(0, 600) }).toString().slice(3)),
  fc.stringMatching(/^[ab0%2f.~-]{1,20}$/),
);
