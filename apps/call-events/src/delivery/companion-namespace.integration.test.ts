import { type ServiceProcess, until } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { anotherNumber, answer, type RepsDialler } from '../../test/support/dialler.ts';
import { addBrand } from '../../test/support/organisations.ts';
import { callsOf, stateOf } from '../../test/support/records.ts';
import { refusal, type Transport } from '../../test/support/socket-client.ts';
import type { Tab } from '../../test/support/tab.ts';

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let send: RepsDialler['send'];
let tab: Tab;
let companion: Companion;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
  ({ send } = desk.on(server));
  tab = await desk.tab(server);
  companion = await desk.companion(server);
});
afterEach(() => {
  for (const client of [tab, companion]) {
    client.close();
    expect(client.faults).toEqual([]);
  }
});

async function confirmation() {
  const [row] = await deployment.query<{ sequence: string | null; paused: boolean | null; at: Date | null }>(
    `SELECT confirmed_sequence AS sequence, confirmed_paused AS paused, confirmed_at AS at
       FROM rep_state WHERE user_id = $1`,
    [desk.rep.id],
  );
  return row?.at ? { sequence: Number(row.sequence), paused: row.paused, confirmed_at: row.at.toISOString() } : null;
}

describe.each<Transport>(['websocket', 'polling'])('a companion over %s', (transport) => {
  test('gets an unpaused state on connect if there is no call', async () => {
    const own = await desk.companion(server, transport);
    expect(own.heard).toEqual([
      { name: 'recording.state', payload: { paused: false, sequence: 0, call_reference: null } },
    ]);
    own.close();
  });

  test('gets the recording state of the live call on connect', async () => {
    await send('call-started');
    await send('recording-paused');
    const { call_reference, recording_sequence } = await stateOf(deployment, desk.rep);
    const own = await desk.companion(server, transport);
    expect(own.heard).toEqual([
      { name: 'recording.state', payload: { paused: true, sequence: recording_sequence, call_reference } },
    ]);
    own.close();
  });

  test('gets calls and every recording change; at the end of a call the pause is cleared first', async () => {
    const own = await desk.companion(server, transport);
    own.forget();
    await send('call-started');
    await send('recording-paused');
    await send('recording-resumed');
    await send('recording-paused');
    await send('call-ended');
    await own.hears('call.ended');
    const [call] = await callsOf(deployment, desk.rep);
    const call_reference = call?.reference;
    expect(own.heard.filter(({ name }) => name !== 'recording.state')).toEqual([
      { name: 'call.started', payload: { call_reference } },
      { name: 'call.ended', payload: { call_reference } },
    ]);
    expect(own.names.at(-1)).toBe('call.ended');
    expect(own.recordingStates.map(({ paused }) => paused)).toEqual([false, true, false, true, false]);
    const sequences = own.recordingStates.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    await tab.showsAfter(5);
    expect(tab.events.map(({ state }) => state.recording?.sequence)).toEqual(sequences);
    own.close();
  });

  test('is refused without a valid token for its host and audience', async () => {
    const { brand, rep } = desk;
    const other = await addBrand(deployment);
    const good = desk.companionAt(server, transport);
    const invited = await newRepOf(deployment, { brand, status: 'invited' });
    const bad: Record<string, unknown> = {
      missing: undefined,
      spoilt: `${good.token}x`,
      expired: await deployment.token(rep, brand, 'companion', -1),
      'for a tab': await deployment.token(rep, brand, 'tab'),
      'for the reads': await deployment.token(rep, brand, 'api'),
      'for another brand': await deployment.token(rep, other, 'companion'),
      'of someone who never signed in': invited.companionAt(server).token,
    };
    for (const [what, token] of Object.entries(bad)) {
      expect([what, await refusal('/companion', { ...good, token })]).toEqual([what, 'unauthorized']);
    }
    for (const host of [other.host, 'nobody.example']) {
      expect([host, await refusal('/companion', { ...good, host })]).toEqual([host, 'unauthorized']);
    }
    expect(await deployment.query('SELECT status FROM users WHERE id = $1', [invited.rep.id])).toEqual([
      { status: 'invited' },
    ]);
    expect(await refusal('/companion', good)).toBeNull();
  });
});

test('a call that supersedes another ends it at the companion, and clears the pause first', async () => {
  await send('call-started');
  await send('recording-paused');
  await until('the pause of the first call', () => companion.recordingStates.at(-1)?.paused === true);
  companion.forget();
  await send('call-started', { phone_number: anotherNumber });
  await send('recording-paused');
  await until('the pause of the second call', () => companion.recordingStates.at(-1)?.paused === true);
  const [first, second] = await callsOf(deployment, desk.rep);
  const relevant = companion.heard.map(({ name, payload }) => [name, Object(payload).paused]);
  const end = companion.heard.findIndex(({ name }) => name === 'call.ended');
  const start = companion.heard.findIndex(({ name }) => name === 'call.started');
  expect(relevant.slice(0, end)).toEqual([['recording.state', false]]);
  expect(start).toBeGreaterThan(end);
  expect(companion.named('call.ended')).toEqual([{ call_reference: first?.reference }]);
  expect(companion.named('call.started')).toEqual([{ call_reference: second?.reference }]);
  expect(companion.recordingStates.at(-1)).toMatchObject({ call_reference: second?.reference });
});

test('a pause never reaches the next call', async () => {
  await send('call-started');
  await send('recording-paused');
  await send('call-ended');
  // The last message of an end.
  await companion.hears('call.ended');
  companion.forget();
  await send('call-started');
  await companion.hears('recording.state');
  expect(companion.recordingStates.every(({ paused }) => !paused)).toBe(true);
  const late = await desk.companion(server);
  expect(late.recordingStates).toMatchObject([{ paused: false }]);
  late.close();
});

test('hold events and events without a call are not sent to the companion', async () => {
  await send('recording-paused');
  companion.forget();
  await send('call-started');
  // The last message of a start.
  await companion.hears('recording.state');
  companion.forget();
  await send('hold-started');
  await send('hold-ended');
  await send('recording-paused');
  await companion.hears('recording.state');
  expect(companion.heard).toMatchObject([{ name: 'recording.state', payload: { paused: true } }]);
});

test('every companion of a rep gets the same messages', async () => {
  const second = await desk.companion(server, 'polling');
  await send('call-started');
  await send('recording-paused');
  for (const one of [companion, second]) {
    await until('the pause', () => one.recordingStates.at(-1)?.paused === true);
  }
  expect(second.heard).toEqual(companion.heard);
  second.close();
});

test('the acknowledgement is stored, shown in the tabs and part of the snapshot', async () => {
  await send('call-started');
  await send('recording-paused');
  const { recording_sequence: sequence, version } = await stateOf(deployment, desk.rep);
  await until('the confirmation of the pause', () => tab.state?.recording?.confirmation?.sequence === sequence);
  expect(tab.named('recording.confirmation').at(-1)).toEqual(await confirmation());
  expect(await confirmation()).toMatchObject({ sequence, paused: true });
  const reloaded = await desk.tab(server);
  expect(reloaded.state).toMatchObject({
    version,
    recording: { paused: true, sequence, confirmation: await confirmation() },
  });
  reloaded.close();
  expect(tab.state?.version).toBe(version);
});

test.each<[string, (sequence: number) => unknown]>([
  ['an older sequence', (sequence) => ({ applied: sequence - 1 })],
  ['a sequence that was never sent', (sequence) => ({ applied: sequence + 1 })],
  ['a text', (sequence) => ({ applied: String(sequence) })],
  ['a bare number', (sequence) => sequence],
  ['no object', () => 'ok'],
  ['nothing', () => undefined],
  ['null', () => null],
  ['a fraction', (sequence) => ({ applied: sequence + 0.5 })],
  ['a number beyond all integers', () => ({ applied: 1e300 })],
  ['a list', (sequence) => [{ applied: sequence }]],
])('%s does not count as an acknowledgement', async (_what, reply) => {
  companion.answer = ({ sequence }) => reply(sequence);
  await send('call-started');
  await send('recording-paused');
  await until('the pause', () => companion.recordingStates.at(-1)?.paused === true);
  // A socket answers in order: after the valid answer, all earlier ones have been processed.
  companion.answer = ({ sequence }) => ({ applied: sequence });
  await send('recording-resumed');
  await until(
    'the confirmation of the resume',
    async () => (await confirmation())?.sequence === tab.state?.recording?.sequence,
  );
  await until('the tab shows it', () => tab.state?.recording?.state === 'confirmed');
  expect(tab.named('recording.confirmation').at(-1)).toEqual(await confirmation());
  const paused = companion.recordingStates.find((state) => state.paused);
  expect(tab.named('recording.confirmation')).not.toContainEqual(
    expect.objectContaining({ sequence: paused?.sequence }),
  );
  expect(server.isAlive).toBe(true);
});

test('a companion that never answers and one that has disconnected confirm nothing', async () => {
  companion.answer = null;
  await send('call-started');
  await send('recording-paused');
  await until('the pause', () => companion.recordingStates.at(-1)?.paused === true);
  companion.close();
  expect((await send('recording-resumed')).json).toEqual(answer({ delivered: 1 }));
  await tab.showsAfter(3);
  expect(tab.state?.recording?.confirmation).toBeNull();
});

describe('a retry of a recording event', () => {
  test('sends the current state again, with the same sequence', async () => {
    await send('call-started');
    await send('recording-paused', { event_id: 'pause', metadata: { n: 1 } });
    const before = await stateOf(deployment, desk.rep);
    await tab.showsAfter(2);
    await companion.hears('recording.state', 3);
    tab.forget();
    companion.forget();

    const retried = await send('recording-paused', { event_id: 'pause', metadata: { n: 1 } });
    expect(retried.json).toEqual(answer({ duplicate: true, delivered: 1 }));
    await tab.showsAfter(1);
    await companion.hears('recording.state');
    expect(tab.events).toMatchObject([
      {
        event: 'recording-paused',
        event_id: 'pause',
        metadata: { n: 1 },
        state: { version: 2, recording: { paused: true, sequence: before.recording_sequence } },
      },
    ]);
    expect(companion.heard).toEqual([
      {
        name: 'recording.state',
        payload: { paused: true, sequence: before.recording_sequence, call_reference: before.call_reference },
      },
    ]);
    expect(await stateOf(deployment, desk.rep)).toEqual(before);
  });

  test('a retry of an old pause after the resume does not pause', async () => {
    await send('call-started');
    await send('recording-paused', { event_id: 'pause' });
    await send('recording-resumed', { event_id: 'resume' });
    const before = await stateOf(deployment, desk.rep);
    await tab.showsAfter(3);
    await companion.hears('recording.state', 4);
    tab.forget();
    companion.forget();

    expect((await send('recording-paused', { event_id: 'pause' })).json).toEqual(
      answer({ duplicate: true, delivered: 1 }),
    );
    await tab.showsAfter(1);
    await companion.hears('recording.state');
    const { recording_sequence: sequence } = before;
    expect(tab.events).toMatchObject([
      { state: { call: { recording_paused: false }, recording: { paused: false, sequence } } },
    ]);
    expect(companion.recordingStates).toMatchObject([{ paused: false, sequence }]);
    expect(await stateOf(deployment, desk.rep)).toEqual(before);
  });

  test('a retry of a pause of an earlier call does not pause the next', async () => {
    await send('call-started', { event_id: 'one' });
    await send('recording-paused', { event_id: 'pause' });
    await send('call-ended');
    await send('call-started', { event_id: 'two' });
    await tab.showsAfter(4);
    tab.forget();
    companion.forget();
    await send('recording-paused', { event_id: 'pause' });
    await tab.showsAfter(1);
    await companion.hears('recording.state');
    expect(tab.events).toMatchObject([{ state: { version: 4, recording: { paused: false } } }]);
    expect(companion.recordingStates.every(({ paused }) => !paused)).toBe(true);
  });

  test('reaches nobody without an open tab, and reports 0 sockets', async () => {
    await send('call-started');
    tab.close();
    await until('the tab is closed', async () => Object((await send('hold-started')).json).delivered_sockets === 0);
    await send('recording-paused', { event_id: 'pause' });
    expect((await send('recording-paused', { event_id: 'pause' })).json).toEqual(answer({ duplicate: true }));
  });
});

test('a companion that connects while the recording changes gets the final state', async () => {
  await send('call-started');
  const opened: Companion[] = [];
  for (let round = 0; round < 15; round += 1) {
    const event = round % 2 === 0 ? 'recording-paused' : 'recording-resumed';
    const [one] = await Promise.all([desk.companion(server), send(event)]);
    opened.push(one);
  }
  const { recording_sequence, recording_paused } = await stateOf(deployment, desk.rep);
  for (const one of opened) {
    await until('the last change', () => one.recordingStates.at(-1)?.sequence === recording_sequence);
    expect(one.recordingStates.at(-1)).toMatchObject({ paused: recording_paused });
    const sequences = one.recordingStates.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((first, second) => first - second));
    one.close();
  }
});
