import fc from 'fast-check';
import { buffersOf, inOneBuffer } from './one-buffer.ts';

const array = fc.oneof(
  fc.uint8Array(),
  fc.uint16Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
  fc.int32Array({ minLength: 2 }).map((whole) => whole.subarray(1)),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    array,
    fc.integer(),
    fc.string(),
    fc.constantFrom(null, new Date(0)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
  ),
}));

describe('inOneBuffer', () => {
  it('keeps the value and puts all its typed arrays into one buffer', () => {
    fc.assert(
      fc.property(value, (given) => {
        const moved = inOneBuffer(given);
        expect(moved).toEqual(given);
        expect(buffersOf(moved).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('returns a value that can be transferred to another thread', () => {
    const moved = inOneBuffer({ bytes: new Uint8Array([1]), list: [new Float64Array([0.5]), new Int32Array([7])] });
    const received = structuredClone(moved, { transfer: buffersOf(moved) });
    expect(received).toEqual({ bytes: new Uint8Array([1]), list: [new Float64Array([0.5]), new Int32Array([7])] });
    expect(moved.bytes).toHaveLength(0);
  });
});
