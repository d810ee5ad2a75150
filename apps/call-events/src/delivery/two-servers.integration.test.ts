import { type ServiceProcess, until } from '@callside/test-kit';
import fc from 'fast-check';
import { agree } from '../../test/support/agreement.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { aNumber, anotherNumber, answer } from '../../test/support/dialler.ts';
import { callsOf, eventsOf, stateOf } from '../../test/support/records.ts';
import type { Tab } from '../../test/support/tab.ts';

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let desk: RepAtWork;
let here: Tab;
let there: Tab;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  await Promise.all([one, two].map(isConnected));
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
  [here, there] = await Promise.all([desk.tab(one), desk.tab(two, 'polling')]);
});
afterEach(() => {
  for (const tab of [here, there]) {
    tab.close();
    expect(tab.faults).toEqual([]);
  }
});

async function isConnected({ client }: ServiceProcess): Promise<void> {
  await until('Redis is up', async () => {
    const { json } = await client.send({ method: 'GET', path: '/health' });
    return Object(json).redis === 'up';
  });
}

const byVersion = (tab: Tab) => tab.events.toSorted((first, second) => first.state.version - second.state.version);

test('tabs on both servers get every event, and each server counts its own tabs', async () => {
  const third = await desk.tab(two);
  expect((await desk.on(one).send('call-started', { event_id: 'a' })).json).toEqual(answer({ delivered: 1 }));
  expect((await desk.on(two).send('hold-started', { event_id: 'b' })).json).toEqual(answer({ delivered: 2 }));
  await desk.on(one).send('recording-paused', { event_id: 'c' });
  await desk.on(one).send('call-started', { event_id: 'd', phone_number: anotherNumber });
  await desk.on(two).send('call-ended', { event_id: 'e' });
  await desk.on(two).send('call-ended', { event_id: 'f' });
  for (const tab of [here, there, third]) {
    await tab.showsAfter(7);
    expect(tab.named('call.event')).toHaveLength(7);
    expect(tab.named('call.state')).toHaveLength(1);
    expect(byVersion(tab)).toEqual(byVersion(here));
  }
  expect(byVersion(here).map(({ event, end_reason, state }) => [event, end_reason, state.version])).toEqual([
    ['call-started', undefined, 1],
    ['hold-started', undefined, 2],
    ['recording-paused', undefined, 3],
    ['call-ended', 'superseded', 4],
    ['call-started', undefined, 5],
    ['call-ended', expect.anything(), 6],
    ['call-ended', undefined, 6],
  ]);
  third.close();
});

test('a companion applies the changes of both servers, and tabs on both show its confirmation', async () => {
  const companion = await desk.companion(two);
  await desk.on(one).send('call-started');
  await desk.on(one).send('recording-paused');
  await until('the pause', () => companion.recordingStates.at(-1)?.paused === true);
  const { recording_sequence: sequence } = await stateOf(deployment, desk.rep);
  for (const tab of [here, there]) {
    await until('the confirmation', () => tab.state?.recording?.confirmation?.sequence === sequence);
    expect(tab.state?.recording?.confirmation).toMatchObject({ paused: true });
  }
  await desk.on(one).send('call-ended');
  await companion.hears('call.ended');
  companion.close();
});

test('a recording retry at the other server reaches page and companion with the same sequence', async () => {
  const companion = await desk.companion(one);
  await desk.on(one).send('call-started');
  await desk.on(one).send('recording-paused', { event_id: 'pause' });
  const { recording_sequence: sequence } = await stateOf(deployment, desk.rep);
  await until('the pause', () => companion.recordingStates.at(-1)?.sequence === sequence);
  for (const tab of [here, there]) {
    await tab.showsAfter(2);
    tab.forget();
  }
  companion.forget();
  const retried = await desk.on(two).send('recording-paused', { event_id: 'pause' });
  expect(retried.json).toEqual(answer({ duplicate: true, delivered: 1 }));
  for (const tab of [here, there]) {
    await tab.showsAfter(1);
    expect(tab.events).toMatchObject([{ state: { version: 2, recording: { paused: true, sequence } } }]);
  }
  await companion.hears('recording.state');
  expect(companion.recordingStates).toMatchObject([{ paused: true, sequence }]);
  companion.close();
});

test('24 concurrent retries on two servers leave one row, one step and one delivery', async () => {
  const retries = Array.from({ length: 24 }, (_, index) =>
    desk.on(index % 2 === 0 ? one : two).send('call-started', { event_id: 'once' }),
  );
  const answers = await Promise.all(retries);
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  expect(await eventsOf(deployment, desk.rep)).toHaveLength(1);
  await desk.on(one).send('hold-started');
  await desk.on(two).send('hold-ended');
  for (const tab of [here, there]) {
    await until('the last event', () => tab.state?.version === 3);
    await tab.hears('call.event', 3);
  }
  expect(byVersion(here).at(-1)?.event).toBe('hold-ended');
});

test('concurrent starts and ends of one rep on two servers leave at most one live call, and tabs agree', async () => {
  const step = fc.record({
    event: fc.constantFrom('call-started' as const, 'call-started' as const, 'call-ended' as const),
    phone_number: fc.constantFrom(aNumber, anotherNumber),
    atOne: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const answers = await Promise.all(
        steps.map(({ event, phone_number, atOne }) =>
          desk.on(atOne ? one : two).send(event, event === 'call-started' ? { phone_number } : {}),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const live = (await callsOf(deployment, desk.rep)).filter(({ ended_at }) => ended_at === null);
      const { call_id, version } = await stateOf(deployment, desk.rep);
      expect(live.map(({ id }) => id)).toEqual(call_id === null ? [] : [call_id]);
      await agree(deployment.query, [{ desk, tabs: [here, there] }]);
      expect(here.state?.version).toBe(version);
    }),
    { numRuns: 6 },
  );
});

test('every tab gets each event once and in order, for events at either server', async () => {
  const reps = await Promise.all(Array.from({ length: 10 }, () => newRepOf(deployment, { brand: desk.brand })));
  const watched = await Promise.all(
    reps.map(async (at) => ({ desk: at, tabs: [await at.tab(one), await at.tab(two)] })),
  );
  await Promise.all(
    reps.flatMap((at) =>
      Array.from({ length: 20 }, (_, index) =>
        at
          .on(index % 2 === 0 ? one : two)
          .send(index % 5 === 0 ? 'call-started' : 'recording-paused', { phone_number: `+1415555${index + 1000}` }),
      ),
    ),
  );
  await agree(deployment.query, watched);
  for (const { desk: at, tabs } of watched) {
    const { version } = await stateOf(deployment, at.rep);
    for (const tab of tabs) {
      await until('the newest version', () => tab.state?.version === version);
      // An end that a start caused has the position of the start.
      const positions = tab.events
        .filter(({ end_reason: reason }) => reason !== 'superseded')
        .map(({ position }) => position);
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      tab.close();
    }
  }
});
