// Who records is a setting of the brand: what tabs show follows it on every server.

import type { RecordingBy } from '@callside/schemas';
import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import type { Tab } from '../../test/support/tab.ts';

const inForceWithinMs = 5_000;

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let desk: RepAtWork;
let owner: Reader;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());
beforeEach(async () => {
  desk = await newRepOf(deployment);
  const user = await addUser(deployment, desk.brand, { role: 'owner' });
  owner = new Reader(one.client, desk.brand, await deployment.token(user, desk.brand, 'api'));
});
afterEach(() => {
  for (const client of deployment.clients) {
    expect(client.faults).toEqual([]);
    client.close();
  }
});

async function letRecord(recording_by: RecordingBy): Promise<void> {
  expect(await owner.send('PUT', '/settings/brand', { recording_by })).toMatchObject({ status: 200 });
}

const openTabs = () => Promise.all([desk.tab(one), desk.tab(two)]);
const reported = { by: 'dialler', confirmation: null, companion: 'absent', state: 'dialler' } as const;

/** By the recording that it shows. */
function recorderOf({ state }: Tab): RecordingBy | undefined {
  if (state === null) return undefined;
  return state.recording === null ? 'nobody' : (state.recording.by ?? 'companion');
}

test('with dialler, tabs show what the dialler reported, in each state and after each event', async () => {
  await letRecord('dialler');
  const tabs = await openTabs();
  for (const tab of tabs) expect(tab.state?.recording).toMatchObject({ ...reported, paused: false });
  // One after the other: an event that a tab missed comes from the log, with the state of now.
  for (const [server, event, paused] of [
    [one, 'call-started', false],
    [two, 'recording-paused', true],
    [one, 'recording-resumed', false],
  ] as const) {
    await desk.on(server).send(event);
    for (const tab of tabs) {
      const { recording } = await tab.showsAfter(1);
      expect(recording).toMatchObject({ ...reported, paused });
      tab.forget();
    }
  }
  await desk.on(one).send('recording-paused');
  const late = await desk.tab(two);
  expect(late.state?.recording).toMatchObject({ ...reported, paused: true });
});

test('with dialler, a companion still hears of pauses, and its confirmations are not what tabs show', async () => {
  await letRecord('dialler');
  const [tab] = await openTabs();
  const companion = await desk.companion(two);
  await desk.on(one).send('call-started');
  await desk.on(one).send('recording-paused');
  await until('the companion has paused', () => companion.recordingStates.at(-1)?.paused === true);
  const connected = { ...reported, companion: 'connected', paused: true } as const;
  await until('tabs know of it', () => tab.state?.recording?.companion === 'connected', inForceWithinMs);
  await until('its acknowledgement is on file', async () => {
    const rows = await deployment.query(
      'SELECT FROM companion_connections c JOIN rep_state r USING (user_id) WHERE user_id = $1 AND acknowledged_sequence = recording_sequence',
      [desk.rep.id],
    );
    return rows.length === 1;
  });
  await desk.on(two).send('hold-started');
  await tab.hears('call.event', 3);
  expect(tab.state?.recording).toMatchObject(connected);
  companion.close();
  await until('tabs know that it has gone', () => tab.state?.recording?.companion === 'absent', inForceWithinMs);
  expect(tab.state?.recording).toMatchObject({ ...reported, paused: true });
  expect(tab.named('recording.confirmation')).toEqual([]);
  expect(tab.named('companion.presence')).toEqual([]);
});

test('with nobody, no state has a recording, and the call has its pause', async () => {
  await letRecord('nobody');
  const tabs = await openTabs();
  await desk.on(one).send('call-started');
  await desk.on(two).send('recording-paused');
  for (const tab of tabs) {
    const state = await tab.showsAfter(2);
    expect(state).toMatchObject({ recording: null, call: { recording_paused: true } });
    expect([...tab.named('call.state'), ...tab.events.map((event) => event.state)]).toEqual(
      Array(3).fill(expect.objectContaining({ recording: null })),
    );
  }
});

test.each([true, false])('a change reaches the open tabs of every server, during a call: %s', async (isOnCall) => {
  const tabs = await openTabs();
  if (isOnCall) {
    await desk.on(one).send('call-started');
    for (const tab of tabs) await tab.showsAfter(1);
  }
  const before = tabs.map(({ state }) => state?.version);
  for (const by of ['dialler', 'nobody', 'companion', 'nobody', 'dialler', 'companion'] as const) {
    for (const tab of tabs) tab.forget();
    await letRecord(by);
    for (const tab of tabs) {
      await until(`it shows ${by}`, () => recorderOf(tab) === by, inForceWithinMs);
      expect(tab.named('call.state')).toHaveLength(1);
      expect(tab.named('call.event')).toEqual([]);
    }
  }
  expect(tabs.map(({ state }) => state?.version)).toEqual(before);
});

test('a change is in force for the next event', async () => {
  const [tab] = await openTabs();
  await desk.on(one).send('call-started');
  await letRecord('dialler');
  await desk.on(two).send('recording-paused');
  await tab.hears('call.event', 2);
  expect(tab.events.at(-1)?.state.recording).toMatchObject({ ...reported, paused: true });
});
