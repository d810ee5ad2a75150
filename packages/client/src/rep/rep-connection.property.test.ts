import fc from 'fast-check';
import { RepWorld, type Step } from '../../test/support/rep-world.ts';

const at = fc.nat(1_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('event' as const) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('arrive', 'lose', 'duplicate'), at }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('drop', 'reconnect', 'wake', 'online') }) },
);
const steps = fc.array(step, { maxLength: 60 });
const recorder = fc.record({
  type: fc.constant('recorder' as const),
  by: fc.constantFrom('companion', 'dialler', 'nobody'),
}) satisfies fc.Arbitrary<Step>;
const stepsWithRecorders = fc.array(fc.oneof({ weight: 8, arbitrary: step }, { weight: 1, arbitrary: recorder }), {
  maxLength: 60,
});

function inWorld(taken: readonly Step[], check: (world: RepWorld) => void): void {
  const world = new RepWorld();
  try {
    for (const next of taken) world.take(next);
    check(world);
  } finally {
    world.connection.stop();
  }
}

test.each(['reconnect', 'wake', 'online'] as const)(
  'a tab that reads again (%s) has the state of the service after lost, late or repeated messages',
  (how) => {
    fc.assert(
      fc.property(steps, (taken) => {
        inWorld(taken, (world) => {
          world.loseEverythingUnderway();
          if (how === 'reconnect') world.take({ type: 'drop' });
          world.take({ type: how });
          world.settle();
          const { version, call, recording } = world.state;
          expect(world.connection.view).toMatchObject({ version, call });
          expect(world.connection.view.recording).toMatchObject({
            paused: recording?.paused,
            sequence: recording?.sequence,
          });
        });
      }),
    );
  },
);

test('a tab that reads again shows who records, also while that changed', () => {
  fc.assert(
    fc.property(stepsWithRecorders, (taken) => {
      inWorld(taken, (world) => {
        world.loseEverythingUnderway();
        world.take({ type: 'drop' });
        world.take({ type: 'reconnect' });
        world.settle();
        const { version, call, recording } = world.state;
        expect(world.connection.view).toMatchObject({ version, call });
        const shown = world.connection.view.recording;
        if (recording === null) expect(shown).toBeNull();
        else expect(shown).toMatchObject({ sequence: recording.sequence, state: recording.state });
      });
    }),
  );
});

test('a tab does not go back to an older version while the service stays the same', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      inWorld(taken, (world) => {
        world.settle();
        expect(world.versionsSeen).toEqual([...world.versionsSeen].sort((a, b) => a - b));
      });
    }),
  );
});
