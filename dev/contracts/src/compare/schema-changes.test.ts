import { answerBreaks, requestBreaks, type Schema } from './schema-changes.ts';

const resolve = (): Schema => ({});
const side = (schema: Schema) => ({ schema, resolve });
const request = (old: Schema, current: Schema) => requestBreaks(side(old), side(current));
const answer = (old: Schema, current: Schema) => answerBreaks(side(old), side(current));

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

describe('a request', () => {
  it.each<[string, Schema, Schema, string[]]>([
    ['a new required member', object({}), object({ a: text }, ['a']), ['a is required now']],
    ['an optional member that is required now', object({ a: text }), object({ a: text }, ['a']), ['a is required now']],
    ['a member that is removed', object({ a: text }), object({}), ['a is removed']],
    ['another type', object({ a: text }), object({ a: whole }), ['a may be string, not integer']],
    ['a narrower number', object({ a: { type: 'number' } }), object({ a: whole }), ['a may be number, not integer']],
    ['null no longer taken', object({ a: nullable(text) }), object({ a: text }), ['a may be null, not string']],
    ['a value that is no longer taken', { enum: ['x', 'y'] }, { enum: ['x'] }, ['the value may be "y"']],
    ['any text, where few are taken now', text, { enum: ['x'] }, ['the value may be any string, not only "x"']],
    ['a value of another type', { const: 'x' }, whole, ['the value may be string, not integer']],
    ['a bound below a value', { enum: ['xx'] }, { ...text, maxLength: 1 }, ['the value is not bound by maxLength 1']],
    ['a new upper bound', text, { ...text, maxLength: 5 }, ['the value is not bound by maxLength 5']],
    [
      'a lower upper bound',
      { ...whole, maximum: 9 },
      { ...whole, maximum: 8 },
      ['the value is not bound by maximum 8 but by 9'],
    ],
    ['a new form', text, { ...text, format: 'uuid' }, ['the value is not bound by format "uuid"']],
    [
      'a change within a list',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({ b: text }, ['b']) } }),
      ['a[].b is required now'],
    ],
    [
      'a change of the values of a map',
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: whole },
      ['.* may be string, not integer'],
    ],
    [
      'a form of elements that had any',
      { type: 'array' },
      { type: 'array', items: text },
      ['[] may be any value, not string'],
    ],
    [
      'a map that had any values',
      { type: 'object' },
      { type: 'object', additionalProperties: text },
      ['.* may be any value, not string'],
    ],
    [
      'a map with fewer names',
      { type: 'object', propertyNames: text },
      { type: 'object', propertyNames: { ...text, maxLength: 5 } },
      ['.* (name) is not bound by maxLength 5'],
    ],
    [
      'members that are refused when they are not known',
      object({ a: object({}) }),
      object({ a: { ...object({}), additionalProperties: false } }),
      ['a takes no further members now'],
    ],
  ])('breaks with %s', (_, old, current, expected) => {
    expect(request(old, current)).toEqual(expected);
  });

  it.each<[string, Schema, Schema]>([
    ['a new optional member', object({}), object({ a: text })],
    ['a member that is optional now', object({ a: text }, ['a']), object({ a: text })],
    ['another value that is taken', { enum: ['x'] }, { enum: ['x', 'y'] }],
    ['null taken too', text, nullable(text)],
    ['a higher upper bound', { ...text, maxLength: 5 }, { ...text, maxLength: 6 }],
    ['a bound that is removed', { ...text, minLength: 5 }, text],
    ['another description', text, { ...text, description: 'changed', examples: ['x'], default: 'y' }],
  ])('still works with %s', (_, old, current) => {
    expect(request(old, current)).toEqual([]);
  });
});

describe('an answer', () => {
  it.each<[string, Schema, Schema, string[]]>([
    ['a member that is removed', object({ a: text }, ['a']), object({}), ['a is removed']],
    ['an optional member that is removed', object({ a: text }), object({}), ['a is removed']],
    ['a member that may be absent now', object({ a: text }, ['a']), object({ a: text }), ['a may be absent now']],
    ['null where there was none', object({ a: text }), object({ a: nullable(text) }), ['a may be null, not string']],
    ['a new value', { enum: ['x'] }, { enum: ['x', 'y'] }, ['the value may be "y"']],
    ['a wider number', whole, { type: 'number' }, ['the value may be number, not integer']],
    ['a bound that is removed', { ...whole, minimum: 0 }, whole, ['the value is not bound by minimum 0']],
    ['elements of any form', { type: 'array', items: text }, { type: 'array' }, ['[] may be any value, not string']],
    [
      'a map of any values',
      { type: 'object', additionalProperties: text },
      { type: 'object' },
      ['.* may be any value, not string'],
    ],
  ])('breaks with %s', (_, old, current, expected) => {
    expect(answer(old, current)).toEqual(expected);
  });

  it.each<[string, Schema, Schema]>([
    ['a new member', object({}), object({ a: text }, ['a'])],
    ['a member that is always there now', object({ a: text }), object({ a: text }, ['a'])],
    ['fewer values', { enum: ['x', 'y'] }, { enum: ['x'] }],
    ['null no longer sent', nullable(text), text],
    ['a new member of what was closed', { ...object({}), additionalProperties: false }, object({ a: text })],
    ['members that are not known', { ...object({}), additionalProperties: false }, object({})],
  ])('still works with %s', (_, old, current) => {
    expect(answer(old, current)).toEqual([]);
  });
});

it('schemas that contain themselves are compared', () => {
  const tree = (leaf: Schema) => ({
    schema: { $ref: '#/tree' },
    resolve: () => object({ leaf, children: { type: 'array', items: { $ref: '#/tree' } } }),
  });
  expect(requestBreaks(tree(text), tree(text))).toEqual([]);
  expect(requestBreaks(tree(text), tree(whole))).toEqual(['leaf may be string, not integer']);
});
