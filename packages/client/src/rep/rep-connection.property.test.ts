import fc from 'fast-check';
import { RepWorld, type Step, tabCount } from '../../test/support/rep-world.ts';

const onTab = fc.nat(tabCount - 1);
const at = fc.nat(1_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('event' as const) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('arrive', 'lose', 'duplicate'), at }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('tell' as const), at }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('drop', 'reconnect', 'wake', 'online'), tab: onTab }) },
);
const steps = fc.array(step, { maxLength: 60 });
const recorder = fc.record({
  type: fc.constant('recorder' as const),
  by: fc.constantFrom('companion', 'dialler', 'nobody'),
}) satisfies fc.Arbitrary<Step>;
const stepsWithRecorders = fc.array(fc.oneof({ weight: 8, arbitrary: step }, { weight: 1, arbitrary: recorder }), {
  maxLength: 60,
});

function inWorld(run: (world: RepWorld) => void): void {
  const world = new RepWorld();
  try {
    run(world);
  } finally {
    world.close();
  }
}

function expectTruth({ connections, state }: RepWorld): void {
  for (const { view } of connections) {
    expect(view).toMatchObject({ version: state.version, call: state.call });
    expect(view.recording).toMatchObject({ paused: state.recording?.paused, sequence: state.recording?.sequence });
  }
}

test.each(['reconnect', 'wake', 'online'] as const)(
  'one tab that reads again (%s) brings all tabs to the highest version after lost, late or repeated messages',
  (how) => {
    fc.assert(
      fc.property(steps, onTab, (taken, tab) => {
        inWorld((world) => {
          for (const next of taken) world.take(next);
          world.loseEverythingUnderway();
          if (how === 'reconnect') world.take({ type: 'drop', tab });
          world.take({ type: how, tab });
          world.settle();
          expectTruth(world);
        });
      }),
    );
  },
);

test('a tab that reads again shows who records, and brings all tabs to the highest version, also while that changed', () => {
  fc.assert(
    fc.property(stepsWithRecorders, onTab, (taken, tab) => {
      inWorld((world) => {
        for (const next of taken) world.take(next);
        world.loseEverythingUnderway();
        world.take({ type: 'drop', tab });
        world.take({ type: 'reconnect', tab });
        world.settle();
        const { state, connections } = world;
        for (const { view } of connections) expect(view).toMatchObject({ version: state.version, call: state.call });
        const shown = connections[tab]?.view.recording;
        if (state.recording === null) expect(shown).toBeNull();
        else expect(shown).toMatchObject({ sequence: state.recording.sequence, state: state.recording.state });
      });
    }),
  );
});

test('an event that reaches a single tab brings all tabs to the highest version, also those without a connection', () => {
  fc.assert(
    fc.property(steps, onTab, (taken, tab) => {
      inWorld((world) => {
        for (const next of taken) world.take(next);
        world.take({ type: 'reconnect', tab });
        world.settle();
        for (let other = 0; other < tabCount; other += 1) if (other !== tab) world.take({ type: 'drop', tab: other });
        world.take({ type: 'event' });
        world.settle();
        expectTruth(world);
      });
    }),
  );
});

test('no tab goes back to an older version while the service stays the same', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      inWorld((world) => {
        for (const next of taken) world.take(next);
        world.settle();
        for (const seen of world.versionsSeen) expect(seen).toEqual([...seen].sort((a, b) => a - b));
      });
    }),
  );
});

test('all tabs agree once everything has arrived', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      inWorld((world) => {
        for (const next of taken) world.take(next);
        world.settle();
        expect(new Set(world.versions).size).toBe(1);
      });
    }),
  );
});
