import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcess, until } from '@callside/test-kit';
import { agree } from '../../test/support/agreement.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { aNumber, anotherNumber } from '../../test/support/dialler.ts';
import { addBrand } from '../../test/support/organisations.ts';
import { callsOf, countEvents, eventsOf, stateOf } from '../../test/support/records.ts';
import type { Tab } from '../../test/support/tab.ts';
import { Traffic } from '../../test/support/traffic.ts';

const crashAtPoint = path.join(import.meta.dirname, '../../test/support/crash-at.mjs');
/** A look each second finds it. */
const foundWithinMs = 3_000;

let deployment: Deployment;
let survivor: ServiceProcess;

beforeAll(async () => {
  deployment = await deploy();
  survivor = await deployment.start();
});
afterAll(() => deployment.close());

describe('an event whose server crashes between its commit and its announcement', () => {
  let desk: RepAtWork;
  let tab: Tab;
  let victim: ServiceProcess;

  beforeEach(async () => {
    desk = await newRepOf(deployment);
    tab = await desk.tab(survivor);
    victim = await deployment.start({ entry: crashAtPoint, settings: { CRASH_AT: 'commit' } });
  });
  afterEach(() => {
    tab.close();
    expect(tab.faults).toEqual([]);
  });

  async function sendAndCrash(...[event, fields]: Parameters<ReturnType<RepAtWork['on']>['send']>): Promise<void> {
    await expect(desk.on(victim).send(event, fields)).rejects.toThrow();
    expect(await victim.ended()).toEqual({ code: null, signal: 'SIGKILL' });
  }

  test('leaves one row when the sender retries at another server, and the tab gets the correct state', async () => {
    await sendAndCrash('call-started', { event_id: 'start', metadata: { n: 1 } });
    const retried = await desk.on(survivor).send('call-started', { event_id: 'start', metadata: { n: 1 } });
    expect(retried).toMatchObject({
      status: 200,
      json: { accepted: true, duplicate: true, agent_resolved: true, call_active: true },
    });
    await tab.showsAfter(1);
    expect(tab.events[0]).toMatchObject({
      event: 'call-started',
      event_id: 'start',
      metadata: { n: 1 },
      applied: true,
    });
    await agree(deployment.query, [{ desk, tabs: [tab] }], foundWithinMs);
    expect(tab.state).toMatchObject({ version: 1, call: { phone_number: aNumber } });
    expect(await eventsOf(deployment, desk.rep)).toHaveLength(1);
    expect(await callsOf(deployment, desk.rep)).toHaveLength(1);
  });

  test('is delivered to the tab when it is a start without an event_id and is resent', async () => {
    await sendAndCrash('call-started');
    const retried = await desk.on(survivor).send('call-started');
    expect(retried.json).toMatchObject({ duplicate: true, call_active: true });
    await tab.showsAfter(1);
    expect(tab.state).toMatchObject({ version: 1, call: { phone_number: aNumber } });
    expect(await eventsOf(deployment, desk.rep)).toHaveLength(1);
  });

  test('is delivered to the tab without a retry', async () => {
    await sendAndCrash('call-started', { event_id: 'start', metadata: { n: 1 } });
    await tab.hears('call.event', 1, foundWithinMs);
    expect(tab.events).toMatchObject([{ event: 'call-started', event_id: 'start', metadata: { n: 1 }, applied: true }]);
    await agree(deployment.query, [{ desk, tabs: [tab] }], 100);
  });

  test('is not delivered again for a late retry', async () => {
    await sendAndCrash('call-started', { event_id: 'start' });
    await tab.hears('call.event', 1, foundWithinMs);
    const retried = await desk.on(survivor).send('call-started', { event_id: 'start' });
    expect(retried.json).toMatchObject({ duplicate: true, delivered_sockets: 0 });
    await desk.on(survivor).send('hold-started', { event_id: 'positive signal' });
    await tab.showsAfter(2);
    expect(tab.events.map(({ event_id }) => event_id)).toEqual(['start', 'positive signal']);
  });

  test('is delivered once and in order to tabs of every server, with the events before and after it', async () => {
    const other = await deployment.start();
    const far = await desk.tab(other);
    await desk.on(other).send('call-started', { event_id: 'start' });
    await sendAndCrash('hold-started', { event_id: 'crash' });
    await desk.on(survivor).send('hold-ended', { event_id: 'after' });
    for (const each of [tab, far]) {
      await each.showsAfter(3);
      // Time for looks.
      await pause(2_500);
      expect(each.events.map(({ event_id, position }) => [event_id, position])).toEqual([
        ['start', 1],
        ['crash', 2],
        ['after', 3],
      ]);
    }
    far.close();
    await other.stop();
  });

  test('does not pause if it is an old pause: the current state is sent', async () => {
    const other = await deployment.start();
    await desk.on(survivor).send('call-started');
    // Otherwise it may find the pause before the resume is on file, and rightly deliver it as paused.
    survivor.kill('SIGSTOP');
    await sendAndCrash('recording-paused', { event_id: 'pause' });
    await desk.on(other).send('recording-resumed', { event_id: 'resume' });
    survivor.kill('SIGCONT');
    await until('the pause is delivered', () => tab.events.some(({ event_id }) => event_id === 'pause'), foundWithinMs);
    const delivered = tab.events.find(({ event_id }) => event_id === 'pause');
    expect(delivered?.state).toMatchObject({
      version: 3,
      call: { recording_paused: false },
      recording: { paused: false },
    });
    await agree(deployment.query, [{ desk, tabs: [tab] }], foundWithinMs);
    await other.stop();
  });

  test('clears the pause at the companion if it ends the call', async () => {
    const companion = await desk.companion(survivor);
    await desk.on(survivor).send('call-started');
    await desk.on(survivor).send('recording-paused');
    await sendAndCrash('call-ended', { event_id: 'end' });
    await until('the pause is over', () => companion.recordingStates.at(-1)?.call_reference === null, foundWithinMs);
    expect(companion.recordingStates.at(-1)).toMatchObject({ paused: false });
    await until('the tab shows the end', () => tab.state?.call === null);
    companion.close();
  });

  test('also delivers the end of the call that it supersedes to the tab', async () => {
    await desk.on(survivor).send('call-started');
    await sendAndCrash('call-started', { event_id: 'second', phone_number: anotherNumber });
    // The end of the first call comes with the state after both.
    await until('the second start is delivered', () => tab.events.length === 3, foundWithinMs);
    expect(tab.state).toMatchObject({ version: 3, call: { phone_number: anotherNumber } });
    expect(await callsOf(deployment, desk.rep)).toMatchObject([{ end_reason: 'superseded' }, { ended_at: null }]);
    expect(tab.events.map(({ event, end_reason, position }) => [event, end_reason, position])).toEqual([
      ['call-started', undefined, 1],
      ['call-ended', 'superseded', 2],
      ['call-started', undefined, 2],
    ]);
  });
});

describe('a server that crashes while it handles a pause, and a sender that retries at another one', () => {
  const unrecorded = ['parse', 'auth', 'begin', 'write'];
  const recorded = ['commit', 'local relay', 'remote relay', 'respond'];

  test.each([...unrecorded, ...recorded])(
    'a pause retried after a crash at %s has one row, pauses the recording and informs tab and companion',
    async (point) => {
      const desk = await newRepOf(deployment);
      const tab = await desk.tab(survivor);
      const companion = await desk.companion(survivor);
      await desk.on(survivor).send('call-started');
      const victim = await deployment.start({ entry: crashAtPoint, settings: { CRASH_AT: point } });
      // A tab there, so that the server has a receiver for its announcement.
      const there = await desk.tab(victim);
      const pause = () => ({ event_id: `pause after ${point}` });

      const answered = await desk
        .on(victim)
        .send('recording-paused', pause())
        .then(
          ({ status }) => status,
          () => 'no answer',
        );
      expect(answered).toBe(point === 'respond' ? 200 : 'no answer');
      expect(await victim.ended()).toEqual({ code: null, signal: 'SIGKILL' });
      there.close();

      const retried = await desk.on(survivor).send('recording-paused', pause());
      expect(retried).toMatchObject({
        status: 200,
        json: { accepted: true, duplicate: recorded.includes(point), agent_resolved: true, call_active: true },
      });
      const events = await eventsOf(deployment, desk.rep);
      expect(events.filter(({ event }) => event === 'recording-paused')).toHaveLength(1);
      expect(await callsOf(deployment, desk.rep)).toHaveLength(1);
      expect(await stateOf(deployment, desk.rep)).toMatchObject({ recording_paused: true });
      await agree(deployment.query, [{ desk, tabs: [tab] }], foundWithinMs);
      expect(tab.state).toMatchObject({ version: 2, recording: { paused: true } });
      await until('the companion pauses', () => companion.recordingStates.at(-1)?.paused === true, foundWithinMs);
      tab.close();
      companion.close();
      expect([...tab.faults, ...companion.faults]).toEqual([]);
    },
  );
});

test('a server that is killed under traffic loses no event, and all tabs show the state of the database', async () => {
  const brand = await addBrand(deployment);
  const second = await deployment.start();
  const victim = await deployment.start();
  const desks = await Promise.all(Array.from({ length: 10 }, () => newRepOf(deployment, { brand })));
  const watched = await Promise.all(
    desks.map(async (desk) => ({ desk, tabs: [await desk.tab(survivor), await desk.tab(second)] })),
  );
  const before = await countEvents(deployment);
  const servers = [victim, survivor, second];
  const traffic = new Traffic({ reps: desks, servers, eventsPerSecond: 100, attempts: 6 });
  await pause(1_500);
  victim.kill('SIGKILL');
  await pause(1_500);
  await traffic.stop();

  // A machine that is too busy for 100 events a second refuses some for the moment.
  expect([0, 200, 503]).toEqual(expect.arrayContaining([...traffic.statuses]));
  expect(traffic.statuses).toContain(0);
  expect(traffic.sent.filter(({ statuses }) => statuses.at(-1) !== 200)).toEqual([]);
  expect((await countEvents(deployment)) - before).toBe(traffic.sent.length);
  await agree(deployment.query, watched, foundWithinMs);
  for (const { desk, tabs } of watched) {
    const { version } = await stateOf(deployment, desk.rep);
    const live = (await callsOf(deployment, desk.rep)).filter(({ ended_at }) => ended_at === null);
    expect(live.length).toBeLessThanOrEqual(1);
    for (const tab of tabs) {
      expect(tab.state?.version).toBe(version);
      expect(tab.faults).toEqual([]);
      tab.close();
    }
  }
});
