import fc from 'fast-check';
import { advance, type Positioned, receive, type Stream } from './stream.ts';

const empty: Stream<Positioned> = { position: 0, waiting: [] };
const event = (position: number): Positioned => ({ position, after: 0 });
const note = (after: number): Positioned => ({ position: null, after });

/** What is delivered of these arrivals and of reads of the log, which deliver everything up to a position. */
function run(steps: ({ arrives: Positioned } | { readUpTo: number })[]): {
  delivered: Positioned[];
  stream: Stream<Positioned>;
} {
  const delivered: Positioned[] = [];
  let stream = empty;
  for (const step of steps) {
    if ('arrives' in step) {
      const { stream: next, due } = receive(stream, step.arrives);
      stream = next;
      delivered.push(...due);
    } else {
      for (let position = stream.position + 1; position <= step.readUpTo; position += 1) {
        const { stream: next, due } = receive(stream, event(position));
        stream = next;
        delivered.push(...due);
      }
      const { stream: next, due } = advance(stream, step.readUpTo);
      stream = next;
      delivered.push(...due);
    }
  }
  return { delivered, stream };
}

const positionsOf = (delivered: Positioned[]) => delivered.flatMap(({ position }) => position ?? []);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('events that are lost, doubled, late and out of order are delivered once and in order, after one read of the log', () => {
  const last = 12;
  const arrival = fc.integer({ min: 1, max: last }).map((position) => ({ arrives: event(position) }));
  const read = fc.integer({ min: 0, max: last }).map((readUpTo) => ({ readUpTo }));
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: arrival }, read), { maxLength: 40 }), (steps) => {
      const before = run(steps);
      expect(positionsOf(before.delivered)).toEqual(upTo(before.stream.position));
      const { delivered, stream } = run([...steps, { readUpTo: last }]);
      expect(positionsOf(delivered)).toEqual(upTo(last));
      expect(stream).toEqual({ position: last, waiting: [] });
    }),
  );
});

test('what is no event is delivered once, and not before the events that it follows', () => {
  const last = 8;
  const arrival = fc.oneof(fc.integer({ min: 1, max: last }).map(event), fc.integer({ min: 0, max: last }).map(note));
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 30 }), (arrivals) => {
      const { delivered } = run([...arrivals.map((arrives) => ({ arrives })), { readUpTo: last }]);
      const notes = arrivals.filter(({ position }) => position === null);
      expect(delivered.filter(({ position }) => position === null)).toHaveLength(notes.length);
      let position = 0;
      for (const item of delivered) {
        if (item.position === null) expect(item.after).toBeLessThanOrEqual(position);
        else position = item.position;
      }
    }),
  );
});

test('an event that waits keeps no later one from being read: more than a thousand that wait are dropped', () => {
  const arrivals = Array.from({ length: 1_500 }, (_, index) => ({ arrives: event(index + 2) }));
  const { stream } = run(arrivals);
  expect(stream.position).toBe(0);
  expect(stream.waiting).toHaveLength(1_000);
  expect(positionsOf(run([...arrivals, { readUpTo: 1_501 }]).delivered)).toEqual(upTo(1_501));
});
