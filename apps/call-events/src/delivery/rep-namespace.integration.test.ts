import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { aNumber, anotherNumber, answer, createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { callsOf, stateOf } from '../../test/support/records.ts';
import { refusal, type Transport } from '../../test/support/socket-client.ts';
import type { Tab } from '../../test/support/tab.ts';

// A single instance without Redis, as in small deployments.
let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let tabs: Tab[] = [];

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
});
afterEach(() => {
  for (const tab of tabs) {
    tab.close();
    expect(tab.faults).toEqual([]);
  }
  tabs = [];
});

async function openTab(transport?: Transport, at: RepAtWork = desk): Promise<Tab> {
  const tab = await at.tab(server, transport);
  tabs.push(tab);
  return tab;
}

describe.each<Transport>(['websocket', 'polling'])('a tab over %s', (transport) => {
  test('gets its state first and once, also for a rep who was never on a call', async () => {
    const tab = await openTab(transport);
    await desk.on(server).send('call-started');
    await tab.hears('call.event');
    expect(tab.names).toEqual(['call.state', 'call.event']);
    expect(tab.named('call.state')).toEqual([
      {
        position: 0,
        version: 0,
        call: null,
        recording: { paused: false, sequence: 0, confirmation: null, companion: 'absent', state: 'unknown' },
        customer: null,
        offers: null,
      },
    ]);
  });

  test('gets every event of a call with the state after it', async () => {
    const tab = await openTab(transport);
    const { send } = desk.on(server);
    await send('call-started', { event_id: 'e1', customer_id: '0042', metadata: { queue: 'vip', n: [1, null] } });
    await send('hold-started', { event_id: 'e2' });
    await send('recording-paused', { event_id: 'e3' });
    await send('hold-ended', { event_id: 'e4' });
    await send('recording-resumed');
    await send('call-ended', { event_id: 'e6' });
    await tab.showsAfter(6);

    expect(tab.events.map(({ event, event_id, applied, state }) => [event, event_id, applied, state.version])).toEqual([
      ['call-started', 'e1', true, 1],
      ['hold-started', 'e2', true, 2],
      ['recording-paused', 'e3', true, 3],
      ['hold-ended', 'e4', true, 4],
      ['recording-resumed', null, true, 5],
      ['call-ended', 'e6', true, 6],
    ]);
    expect(tab.events.map(({ state: { call } }) => call && [call.on_hold, call.recording_paused])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, true],
      [false, false],
      null,
    ]);
    expect(tab.events.map(({ state }) => state.recording?.paused)).toEqual([false, false, true, true, false, false]);
    const [call] = await callsOf(deployment, desk.rep);
    expect(tab.events[0]).toMatchObject({
      metadata: { queue: 'vip', n: [1, null] },
      state: {
        call: {
          reference: call?.reference,
          agent_email: desk.rep.email,
          phone_number: aNumber,
          customer_id: '0042',
          started_at: call?.started_at.toISOString(),
          ended_at: null,
          end_reason: null,
        },
      },
    });
    expect(tab.events[1]?.metadata).toEqual({});
  });

  test('a tab that is opened during a call shows it, including pause and hold', async () => {
    const { send } = desk.on(server);
    const early = await openTab(transport);
    await send('call-started', { customer_id: 'c1' });
    await send('recording-paused');
    await send('hold-started');
    await early.showsAfter(3);
    const reloaded = await openTab(transport);
    expect(reloaded.names).toEqual(['call.state']);
    expect(reloaded.state).toEqual(early.state);
    expect(reloaded.state).toMatchObject({
      version: 3,
      call: { on_hold: true, recording_paused: true, customer_id: 'c1' },
      recording: { paused: true },
    });
  });

  test('is refused without a valid token for its host and audience', async () => {
    const { brand, rep } = desk;
    const other = await addBrand(deployment);
    const left = await addUser(deployment, brand, { status: 'deactivated' });
    const good = desk.tabAt(server, transport);
    const bad: Record<string, unknown> = {
      missing: undefined,
      empty: '',
      'of another type': { token: good.token },
      'no token': 'eyJhbGciOiJub25lIn0.e30.',
      spoilt: `${good.token}x`,
      expired: await deployment.token(rep, brand, 'tab', -1),
      'for a companion': await deployment.token(rep, brand, 'companion'),
      'for the reads': await deployment.token(rep, brand, 'api'),
      'for another brand': await deployment.token(rep, other, 'tab'),
      'of a leaver': await deployment.token(left, brand, 'tab'),
      'of nobody': await deployment.token({ id: other.id, email: '' }, brand, 'tab'),
    };
    for (const [what, token] of Object.entries(bad)) {
      expect([what, await refusal('/rep', { ...good, token })]).toEqual([what, 'unauthorized']);
    }
    for (const host of [other.host, 'nobody.example', '127.0.0.1']) {
      expect([host, await refusal('/rep', { ...good, host })]).toEqual([host, 'unauthorized']);
    }
    expect(await refusal('/rep', { ...good, host: brand.host.toUpperCase() })).toBeNull();
    expect(await refusal('/rep', good)).toBeNull();
  });
});

describe('versions', () => {
  test('rise with every event that applies to a live call, even if it changes nothing else', async () => {
    const tab = await openTab();
    const { send } = desk.on(server);
    await send('call-started');
    for (const event of ['hold-started', 'hold-started', 'recording-resumed', 'recording-resumed'] as const) {
      await send(event);
    }
    await tab.showsAfter(5);
    expect(tab.events.map(({ state }) => state.version)).toEqual([1, 2, 3, 4, 5]);
  });

  test('do not change with an event without a live call, which is still delivered', async () => {
    const tab = await openTab();
    const { send } = desk.on(server);
    await send('call-started');
    await send('call-ended');
    const late = await send('recording-paused', { event_id: 'late', metadata: { why: 'card' } });
    expect(late.json).toEqual(answer({ active: false, delivered: 1 }));
    const shown = await tab.showsAfter(3);
    expect(tab.events[2]).toMatchObject({
      event: 'recording-paused',
      event_id: 'late',
      metadata: { why: 'card' },
      applied: false,
      state: { version: 2, call: null, recording: { paused: false } },
    });
    expect(shown.recording?.sequence).toBe(tab.events[1]?.state.recording?.sequence);
  });

  test('do not change with resends and duplicates, which are not delivered', async () => {
    const { send } = desk.on(server);
    const tab = await openTab();
    await send('call-started', { event_id: 'start' });
    await send('hold-started', { event_id: 'hold' });
    expect((await send('call-started', { event_id: 'start' })).json).toEqual(answer({ duplicate: true }));
    expect((await send('call-started', { event_id: 'another' })).json).toEqual(answer({ duplicate: true }));
    expect((await send('hold-started', { event_id: 'hold' })).json).toEqual(answer({ duplicate: true }));
    await send('hold-ended', { event_id: 'positive signal' });
    await tab.showsAfter(3);
    expect(tab.events.map(({ event_id, state }) => [event_id, state.version])).toEqual([
      ['start', 1],
      ['hold', 2],
      ['positive signal', 3],
    ]);
  });

  test('rise by two when a call supersedes another, and the end of the old one comes first', async () => {
    const tab = await openTab();
    const { send } = desk.on(server);
    await send('call-started', { event_id: 'one', customer_id: 'c1' });
    await send('recording-paused');
    await send('hold-started');
    await send('call-started', { event_id: 'two', phone_number: anotherNumber, metadata: { of: 'the start' } });
    await tab.showsAfter(5);
    const [, , , end, start] = tab.events;
    expect(end).toMatchObject({
      event: 'call-ended',
      end_reason: 'superseded',
      applied: true,
      state: { version: 4, call: null, recording: { paused: false } },
    });
    expect(start).toMatchObject({
      event: 'call-started',
      event_id: 'two',
      metadata: { of: 'the start' },
      applied: true,
      state: {
        version: 5,
        call: { phone_number: anotherNumber, customer_id: null, on_hold: false, recording_paused: false },
        recording: { paused: false },
      },
    });
    expect(start).not.toHaveProperty('end_reason');
    expect(end?.event_id).not.toBe('two');
  });
});

test('recording sequences rise with every control, also across calls', async () => {
  const tab = await openTab();
  const { send } = desk.on(server);
  const before = Date.now();
  for (let call = 0; call < 2; call += 1) {
    await send('call-started');
    await send('recording-paused');
    await send('recording-resumed');
    await send('recording-paused');
    await send('call-ended');
  }
  await tab.showsAfter(10);
  const sequences = tab.events.map(({ state }) => state.recording?.sequence ?? 0);
  expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
  expect(sequences[1]).toBeGreaterThanOrEqual(before);
  expect(sequences.at(-1)).toBeLessThan(Date.now() + 1000);
  expect(tab.events[5]?.state).toMatchObject({ recording: { paused: false }, call: { recording_paused: false } });
});

test('delivered_sockets counts the open tabs of the rep, and no companions', async () => {
  const companion = await desk.companion(server);
  const { send } = desk.on(server);
  expect((await send('call-started')).json).toEqual(answer({ delivered: 0 }));
  const all = [await openTab('websocket'), await openTab('polling'), await openTab('websocket')];
  expect((await send('recording-paused')).json).toEqual(answer({ delivered: 3 }));
  for (const tab of all) await tab.showsAfter(1);
  all[0]?.close();
  await companion.hears('recording.state', 2);
  companion.close();
  await until('the tab is disconnected', async () => Object((await send('hold-started')).json).delivered_sockets === 2);
});

test('only the rep gets their events', async () => {
  const colleague = await newRepOf(deployment, { brand: desk.brand });
  const namesake = await newRepOf(deployment);
  await deployment.query('UPDATE users SET email = $2 WHERE id = $1', [namesake.rep.id, desk.rep.email]);
  const own = await openTab();
  const others = [await openTab('websocket', colleague), await openTab('websocket', namesake)];
  expect((await desk.on(server).send('call-started')).json).toEqual(answer({ delivered: 1 }));
  await own.showsAfter(1);
  await colleague.on(server).send('call-started', { phone_number: anotherNumber });
  const ofTheNamesake = createRepsDialler(createDialler(server.client, namesake.brand), desk.rep);
  await ofTheNamesake.send('call-started', { phone_number: anotherNumber });
  for (const tab of others) {
    await tab.showsAfter(1);
    expect(tab.events).toMatchObject([{ state: { version: 1, call: { phone_number: anotherNumber } } }]);
  }
  expect(own.events).toHaveLength(1);
});

test('an event of an address without an active user is not delivered', async () => {
  const tab = await openTab();
  const invited = await addUser(deployment, desk.brand, { status: 'invited' });
  for (const email of [invited.email, 'nobody@reps.example']) {
    const { send } = createRepsDialler(createDialler(server.client, desk.brand), { email });
    expect((await send('call-started')).json).toEqual(answer({ resolved: false, active: false }));
  }
  await desk.on(server).send('call-started', { phone_number: anotherNumber });
  await tab.showsAfter(1);
  expect(tab.events).toMatchObject([{ state: { call: { phone_number: anotherNumber } } }]);
});

test('the first sign-in of an invited user at the page activates them', async () => {
  const invited = await newRepOf(deployment, { status: 'invited' });
  expect((await invited.on(server).send('hold-started')).json).toEqual(answer({ resolved: false, active: false }));
  const tab = await openTab('websocket', invited);
  expect(tab.state).toMatchObject({ version: 0, call: null });
  expect((await invited.on(server).send('call-started')).json).toEqual(answer({ delivered: 1 }));
  expect(await deployment.query('SELECT status FROM users WHERE id = $1', [invited.rep.id])).toEqual([
    { status: 'active' },
  ]);
});

test('a tab of an invited user without a desk is refused, and activates nobody', async () => {
  const invited = await newRepOf(deployment, { status: 'invited' });
  await deployment.query(`UPDATE users SET role = 'auditor' WHERE id = $1`, [invited.rep.id]);
  expect(await refusal('/rep', invited.tabAt(server))).toBe('unauthorized');
  expect(await deployment.query('SELECT status FROM users WHERE id = $1', [invited.rep.id])).toEqual([
    { status: 'invited' },
  ]);
});

test('no message, answer or log line contains the internal call id', async () => {
  const tab = await openTab();
  const companion = await desk.companion(server);
  const { send } = desk.on(server);
  const answers = [await send('call-started'), await send('call-started', { phone_number: anotherNumber })];
  const { call_id: live } = await stateOf(deployment, desk.rep);
  answers.push(await send('recording-paused'), await send('call-ended'));
  await tab.showsAfter(5);
  await companion.hears('call.ended', 2);
  companion.close();
  const ids = (await callsOf(deployment, desk.rep)).map(({ id }) => id);
  expect(ids).toContain(live);
  const said = [tab.heard, companion.heard, answers.map(({ text }) => text), server.log].map((part) =>
    JSON.stringify(part),
  );
  for (const id of ids) expect(said.join('\n')).not.toContain(id);
});

test('a tab that connects under traffic gets its state before any event', async () => {
  const { send } = desk.on(server);
  await send('call-started');
  let isOver = false;
  const traffic = (async () => {
    while (!isOver) await Promise.all([send('hold-started'), send('hold-ended'), send('hold-started')]);
  })();
  for (let round = 0; round < 8; round += 1) {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openTab()));
    await Promise.all(opened.map((tab) => tab.showsAfter(3)));
    expect(opened.map((tab) => tab.names[0])).toEqual(Array(5).fill('call.state'));
    expect(opened.map((tab) => tab.named('call.state').length)).toEqual(Array(5).fill(1));
    for (const tab of opened) tab.close();
  }
  isOver = true;
  await traffic;
  const last = await openTab();
  expect(last.state?.version).toBe((await stateOf(deployment, desk.rep)).version);
});
