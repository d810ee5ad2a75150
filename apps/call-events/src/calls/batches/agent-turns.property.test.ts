import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { AgentTurns } from './agent-turns.ts';

/** A queue that decides one event after the other, each after so many turns of the event loop. */
function createQueue(decided: number[]) {
  let last: Promise<void> = Promise.resolve();
  return (index: number, turns: number) => {
    last = last.then(async () => {
      for (let passed = 0; passed < turns; passed += 1) await turn();
      decided.push(index);
    });
    return last;
  };
}

it('events of an agent are decided in the order in which they came, however long each queue takes', async () => {
  const events = fc.array(fc.record({ isLong: fc.boolean(), turns: fc.nat(3), pauseTurns: fc.nat(2) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(events, async (sent) => {
      const decided: number[] = [];
      const queues = { long: createQueue(decided), short: createQueue(decided) };
      const turns = new AgentTurns();
      const outcomes: Promise<void>[] = [];
      for (const [index, { isLong, turns: needed, pauseTurns }] of sent.entries()) {
        const enqueue = () => queues[isLong ? 'long' : 'short'](index, needed);
        outcomes.push(turns.run('ann', { isLong, before: Promise.resolve(), enqueue }));
        for (let passed = 0; passed < pauseTurns; passed += 1) await turn();
      }
      await Promise.all(outcomes);
      expect(decided).toEqual(sent.map((_, index) => index));
      await turn();
      expect(turns.has('ann')).toBe(false);
    }),
  );
});
