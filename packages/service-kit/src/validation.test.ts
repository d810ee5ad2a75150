import { z } from 'zod';
import { ServiceError } from './errors.ts';
import { parseOrThrow, toIssues } from './validation.ts';

const schema = z.object({
  name: z.string('name must be a string').min(1, 'name must not be empty').max(5),
  count: z.int().min(1).max(9).optional(),
  price: z.number().gt(0).lt(10).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(['a', 'b']).optional(),
  nested: z.object({ flag: z.boolean() }).optional(),
  map: z.record(z.string(), z.number()).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  code: z.string().regex(/^\d+$/).optional(),
  day: z.iso.date().optional(),
  even: z.int().multipleOf(2).optional(),
  fields: z
    .custom<object>((value) => typeof value === 'object', {
      error: 'fields must be an object',
      params: { type: 'object_type' },
    })
    .optional(),
  odd: z
    .number()
    .refine((value) => value % 2 === 1, 'odd must be odd')
    .optional(),
});

function refusalOf(parse: () => unknown): ServiceError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  throw new Error('it was not refused');
}

const issuesOf = (value: unknown) => refusalOf(() => parseOrThrow(schema, value)).issues;

describe('parseOrThrow', () => {
  it('returns the parsed value', () => {
    expect(parseOrThrow(schema, { name: 'x', extra: 1 })).toEqual({ name: 'x' });
  });

  it('refuses with every issue at once', () => {
    expect(refusalOf(() => parseOrThrow(schema, { count: 0 }))).toMatchObject({ code: 'invalid', status: 422 });
    expect(issuesOf({ count: 0 })).toEqual([
      { type: 'missing', loc: ['body', 'name'], msg: 'name is required' },
      { type: 'greater_than_equal', loc: ['body', 'count'], msg: expect.any(String) },
    ]);
  });

  it.each([
    [{ name: 5 }, 'string_type', ['name']],
    [{ name: null }, 'string_type', ['name']],
    [{ name: '' }, 'string_too_short', ['name']],
    [{ name: 'abcdef' }, 'string_too_long', ['name']],
    [{ count: '1' }, 'number_type', ['count']],
    [{ count: 1.5 }, 'int_type', ['count']],
    [{ count: 10 }, 'less_than_equal', ['count']],
    [{ price: 0 }, 'greater_than', ['price']],
    [{ price: 10 }, 'less_than', ['price']],
    [{ tags: 'x' }, 'array_type', ['tags']],
    [{ tags: [] }, 'too_short', ['tags']],
    [{ tags: ['a', 'b', 'c'] }, 'too_long', ['tags']],
    [{ tags: ['a', 2] }, 'string_type', ['tags', 1]],
    [{ kind: 'c' }, 'enum', ['kind']],
    [{ nested: [] }, 'object_type', ['nested']],
    [{ nested: {} }, 'missing', ['nested', 'flag']],
    [{ nested: { flag: 1 } }, 'bool_type', ['nested', 'flag']],
    [{ map: [] }, 'object_type', ['map']],
    [{ either: true }, 'no_match', ['either']],
    [{ code: 'x' }, 'string_pattern_mismatch', ['code']],
    [{ day: '2024-02-31' }, 'date_format', ['day']],
    [{ even: 3 }, 'multiple_of', ['even']],
    [{ fields: 3 }, 'object_type', ['fields']],
    [{ odd: 2 }, 'value_error', ['odd']],
  ])('reports for %j the type %s', (fields, type, path) => {
    expect(issuesOf({ name: 'x', ...fields })).toEqual([{ type, loc: ['body', ...path], msg: expect.any(String) }]);
  });

  it.each([null, 5, 'x', true, [], undefined])('refuses the body %j with one issue', (body) => {
    expect(issuesOf(body)).toEqual([{ type: 'object_type', loc: ['body'], msg: 'the body must be a JSON object' }]);
  });

  it('does not repeat values that were sent', () => {
    expect(JSON.stringify(issuesOf({ name: 5, code: 'secret', kind: 'secret', either: ['secret'] }))).not.toContain(
      'secret',
    );
  });

  it('does not walk values that the schema does not check', () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    expect(issuesOf({ name: deep })).toHaveLength(1);
    expect(parseOrThrow(schema, { name: 'x', fields: { deep } }).fields).toEqual(expect.objectContaining({}));
  });
});

describe('toIssues', () => {
  it('prefixes each path', () => {
    const { error } = z.object({ limit: z.int() }).safeParse({ limit: 'x' });
    expect(error && toIssues(error, ['query'])).toMatchObject([{ loc: ['query', 'limit'] }]);
  });

  it('recognises an absent field also when zod does not report its input', () => {
    const { error } = z.object({ limit: z.int() }).safeParse({});
    expect(error && toIssues(error, ['body'])).toEqual([
      { type: 'missing', loc: ['body', 'limit'], msg: 'limit is required' },
    ]);
  });

  it('names members that a strict schema does not have', () => {
    const { error } = z.strictObject({}).safeParse({ a: 1 });
    expect(error && toIssues(error, ['body'])).toMatchObject([{ type: 'extra_forbidden', loc: ['body'] }]);
  });
});
