import { Ajv } from 'ajv';
import fc from 'fast-check';
import { answerBreaks, requestBreaks, type Schema } from './schema-changes.ts';

const side = (schema: Schema) => ({ schema, resolve: (): Schema => ({}) });

const { schema } = fc.letrec<{ schema: Schema; leaf: Schema; object: Schema; list: Schema; union: Schema }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<Schema>({ type: 'boolean' }, { type: 'null' }, { type: 'integer' }, { type: 'number' }),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 3 }) }),
    fc.subarray(['x', 'yy', 'zzz'], { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
  ),
  object: fc
    .tuple(fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2, noNullPrototype: true }), fc.boolean())
    .map(([properties, all]) => ({ type: 'object', properties, required: all ? Object.keys(properties) : [] })),
  list: fc.record({ type: fc.constant('array'), items: tie('schema') }),
  union: fc.tuple(tie('leaf'), tie('leaf')).map((anyOf) => ({ anyOf })),
  schema: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('object'), tie('list'), tie('union')),
}));

/** Values near the schemas above. */
const value = fc.letrec((tie) => ({
  leaf: fc.constantFrom(null, true, 0, 1, 2, 5, 1.5, '', 'x', 'yy', 'zzz', 'longer'),
  any: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).any;

const ajv = new Ajv({ strict: false, addUsedSchema: false });
/** Clients send only the members that they know. */
function closed(one: Schema): Schema {
  return JSON.parse(JSON.stringify(one), (_, part) =>
    part?.type === 'object' ? { ...part, additionalProperties: false } : part,
  );
}

it('there is no change between a schema and itself', () => {
  fc.assert(
    fc.property(schema, (one) => {
      expect(requestBreaks(side(one), side(structuredClone(one)))).toEqual([]);
      expect(answerBreaks(side(one), side(structuredClone(one)))).toEqual([]);
    }),
  );
});

it('a value that the old schema takes and the current one refuses is never missed', () => {
  fc.assert(
    fc.property(schema, schema, fc.array(value, { maxLength: 30 }), (old, current, samples) => {
      const [sends, takes] = [ajv.compile(closed(old)), ajv.compile(current)];
      const isRefused = samples.some((sample) => sends(sample) && !takes(sample));
      if (isRefused) expect(requestBreaks(side(old), side(current))).not.toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('a change that breaks an answer in one direction breaks a request in the other direction, except for members', () => {
  const leaves = fc.constantFrom<Schema>(
    { type: 'string' },
    { enum: ['x'] },
    { type: 'integer', minimum: 1 },
    { type: 'number' },
  );
  fc.assert(
    fc.property(leaves, leaves, (one, other) => {
      expect(answerBreaks(side(one), side(other))).toEqual(requestBreaks(side(other), side(one)));
    }),
  );
});
