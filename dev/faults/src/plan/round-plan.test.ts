import { planRound, type RoundOptions } from './round-plan.ts';

const options: RoundOptions = {
  seed: 7,
  round: 3,
  durationMs: 20_000,
  emails: ['rep1@faults.example', 'rep2@faults.example'],
  strangerEmail: 'stranger@faults.example',
  instances: 3,
  tabs: 4,
  meanGapMs: 900,
};
const rounds = Array.from({ length: 200 }, (_, round) => planRound({ ...options, round }));

it('the same seed gives the same plan, and another seed gives another plan', () => {
  expect(planRound(options)).toEqual(planRound(options));
  expect(planRound({ ...options, seed: 8 })).not.toEqual(planRound(options));
});

it('the plan has no faults in the first round', () => {
  expect(rounds[0]).toMatchObject({ faults: [], naps: [] });
});

it('the plan has every kind of fault in some round', () => {
  const kinds = new Set(
    rounds.flatMap(({ faults }) =>
      faults.map(({ kind, target }) => `${kind} ${target.kind}${target.kind === 'link' ? ` to ${target.to}` : ''}`),
    ),
  );
  expect([...kinds].sort()).toEqual([
    'flush redis',
    'hold row',
    'immediate stop postgres',
    'kill recommender',
    'kill redis',
    'kill service',
    'lose answers link to postgres',
    'lose answers link to redis',
    'lose both ways link to postgres',
    'lose both ways link to redis',
    'lose requests link to postgres',
    'lose requests link to redis',
    'restart service',
    'slow commits postgres',
    'stop recommender',
    'stop redis',
    'stop service',
  ]);
});

it('the plan sends every kind of event, each with a unique id', () => {
  const events = rounds.flatMap((round) => round.events);
  expect(new Set(events.map(({ event }) => event)).size).toBe(6);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
});

it('some calls have one id for all their events', () => {
  const shared = rounds.flatMap((round) => round.events).filter(({ sharedId }) => sharedId !== null);
  expect(new Set(shared.map(({ event }) => event)).size).toBe(6);
  expect(new Set(shared.map(({ sharedId }) => sharedId)).size).toBeLessThan(shared.length / 2);
});

it('the plan has pauses that are longer than the limit for recording, with other events during them', () => {
  const longest = rounds.flatMap(({ events }) => {
    const ofRep = events.filter(({ agentEmail }) => agentEmail === 'rep1@faults.example');
    return ofRep.map((event, index) => {
      if (event.event !== 'recording-paused') return 0;
      const end = ofRep
        .slice(index + 1)
        .find(({ event: name }) => name === 'recording-resumed' || name.startsWith('call'));
      return (end?.atMs ?? event.atMs) - event.atMs;
    });
  });
  expect(Math.max(...longest)).toBeGreaterThan(6000);
});
