import fc from 'fast-check';
import { instants, phoneNumbers } from './events.ts';
import { oddValue } from './texts.ts';

type Path = readonly string[];
type Edit = (value: unknown) => unknown;

/** Instead of a value: the member is left out. */
const removed = Symbol('removed');

const numbers = fc.oneof(
  fc.constantFrom(0, -1, 0.005, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -1e308),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const numberTexts = fc.oneof(
  numbers.map(String),
  fc.constantFrom('1e999', 'NaN', 'Infinity', '-0', '1,5', '0x10', '99999999999999999999', `0.${'1'.repeat(400)}`),
);

const replacements = fc.oneof(oddValue, numbers, numberTexts, instants, phoneNumbers);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(() => removed) },
  { weight: 6, arbitrary: replacements.map((value) => () => value) },
  { weight: 1, arbitrary: fc.constant((value: unknown) => [value]) },
  { weight: 1, arbitrary: fc.constant((value: unknown) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.oneof(fc.constant(2), fc.integer({ min: 3, max: 1_100 })).map(repeating) },
);

/** Repeats the elements of a list, such as the lines of an order. */
function repeating(times: number): Edit {
  return (value) =>
    Array.isArray(value)
      ? Array.from({ length: times }, () => value)
          .flat()
          .slice(0, 2_500)
      : value;
}

/** Payloads of which some members are removed, replaced or repeated, at any depth. */
export function mutated(samples: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return samples.chain((sample) =>
    fc
      .array(fc.tuple(fc.constantFrom(...pathsIn(sample)), edits), { maxLength: 5 })
      .map((changes) => changes.reduce((value, [path, edit]) => edited(value, path, edit), sample)),
  );
}

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, member]) => pathsIn(member).map((path) => [name, ...path]))];
}

/** The whole value is never edited. A path that an earlier edit removed is skipped. */
function edited(value: unknown, [name, ...rest]: Path, edit: Edit): unknown {
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const member = Reflect.get(value, name);
  const next = rest.length === 0 ? edit(member) : edited(member, rest, edit);
  const entries = Object.entries(value).flatMap(([key, kept]) =>
    key !== name ? [[key, kept] as const] : next === removed ? [] : [[key, next] as const],
  );
  return Array.isArray(value) ? entries.map(([, element]) => element) : Object.fromEntries(entries);
}
