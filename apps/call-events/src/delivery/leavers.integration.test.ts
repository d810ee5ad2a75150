import { randomUUID } from 'node:crypto';
import { type ServiceProcess, until } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { answer, createDialler, createRepsDialler, type RepsDialler } from '../../test/support/dialler.ts';
import { addUser } from '../../test/support/organisations.ts';
import { callsOf, stateOf } from '../../test/support/records.ts';
import { refusal } from '../../test/support/socket-client.ts';
import type { Tab } from '../../test/support/tab.ts';

const noticedWithinMs = 5_000;

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let leaver: RepAtWork;
let colleague: Tab;
let tabs: Tab[];
let companion: Companion;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());

beforeEach(async () => {
  leaver = await newRepOf(deployment);
  const staying = await newRepOf(deployment, { brand: leaver.brand });
  colleague = await staying.tab(one);
  tabs = await Promise.all([leaver.tab(one), leaver.tab(one, 'polling'), leaver.tab(two)]);
  companion = await leaver.companion(two);
  await leaver.on(one).send('call-started');
  await Promise.all(tabs.map((tab) => tab.showsAfter(1)));
  // Not only the confirmation of the state before the call, which the companion's connection brought.
  await until('all tabs show the call as recorded', () =>
    tabs.every(({ state }) => state?.recording?.state === 'confirmed'),
  );
});

async function deactivate(): Promise<void> {
  await deployment.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [leaver.rep.id]);
}

test('deactivation closes the tabs and companion of a rep on every server, and no others', async () => {
  await deactivate();
  const clients = [...tabs, companion];
  await until('all are closed', () => clients.every(({ socket }) => socket.disconnected), noticedWithinMs);
  expect(colleague.socket.connected).toBe(true);
});

test('somebody who becomes an auditor has no desk any more: their tabs and companion are closed', async () => {
  await deployment.query(`UPDATE users SET role = 'auditor' WHERE id = $1`, [leaver.rep.id]);
  const clients = [...tabs, companion];
  await until('all are closed', () => clients.every(({ socket }) => socket.disconnected), noticedWithinMs);
  expect(colleague.socket.connected).toBe(true);
});

test('a deactivated rep gets only one more message: the recording state is cleared', async () => {
  await deactivate();
  for (const tab of tabs) tab.forget();
  companion.forget();
  expect((await leaver.on(one).send('recording-paused')).json).toEqual(answer({ resolved: false, active: false }));
  expect((await leaver.on(two).send('call-ended')).json).toEqual(answer({ resolved: false, active: false }));
  const clients = [...tabs, companion];
  await until('all are closed', () => clients.every(({ socket }) => socket.disconnected), noticedWithinMs);
  expect(tabs.map(({ heard }) => heard)).toEqual(tabs.map(() => []));
  const { recording_sequence: sequence } = await stateOf(deployment, leaver.rep);
  expect(companion.heard).toEqual([
    { name: 'recording.state', payload: { paused: false, sequence, call_reference: null } },
  ]);
});

test('a deactivated rep is refused, with the existing clients and with new ones', async () => {
  const clients = [...tabs, companion];
  const closed = clients.map(
    ({ socket }) => new Promise<string>((resolve) => socket.once('disconnect', (reason) => resolve(reason))),
  );
  await deactivate();
  await Promise.all(closed);
  for (const { socket } of clients) {
    const refused = new Promise<string>((resolve) =>
      socket.once('connect_error', ({ message }: Error) => resolve(message)),
    );
    socket.connect();
    expect(await refused).toBe('unauthorized');
  }
  expect(await refusal('/rep', leaver.tabAt(one, 'polling'))).toBe('unauthorized');
  expect(await refusal('/companion', leaver.companionAt(two))).toBe('unauthorized');
  expect(await deployment.query('SELECT status FROM users WHERE id = $1', [leaver.rep.id])).toEqual([
    { status: 'deactivated' },
  ]);
});

test('deactivation ends the call and clears the pause; a later call of the same number is a new one', async () => {
  const { call_reference: reference } = await stateOf(deployment, leaver.rep);
  const session = await companion.open();
  await leaver.on(one).send('recording-paused');
  await leaver.on(one).send('hold-started');
  const before = await stateOf(deployment, leaver.rep);
  await deactivate();
  const after = await stateOf(deployment, leaver.rep);
  expect(after).toMatchObject({ call_id: null, recording_paused: false, on_hold: false, version: before.version + 1 });
  expect(after.recording_sequence).toBeGreaterThan(before.recording_sequence);
  expect(await callsOf(deployment, leaver.rep)).toMatchObject([
    { reference, ended_at: expect.any(Date), end_reason: 'deactivated' },
  ]);
  const [ended] = await deployment.query<{ ended_at: Date | null; end_reported_at: Date | null }>(
    'SELECT ended_at, end_reported_at FROM transcription_sessions WHERE id = $1',
    [session],
  );
  expect(ended).toEqual({ ended_at: expect.any(Date), end_reported_at: null });
  await until('the companion is closed', () => companion.socket.disconnected, noticedWithinMs);

  await deployment.query(`UPDATE users SET status = 'active' WHERE id = $1`, [leaver.rep.id]);
  expect((await leaver.on(two).send('call-started')).json).toEqual(answer({ delivered: 0 }));
  const live = await stateOf(deployment, leaver.rep);
  expect(live).toMatchObject({ recording_paused: false, version: after.version + 1 });
  expect(live.call_reference).not.toBe(reference);
  expect(await callsOf(deployment, leaver.rep)).toHaveLength(2);
});

test('a call that a concurrent event opened after the deactivation is over when the user is reactivated', async () => {
  await deactivate();
  await deployment.query(
    `UPDATE rep_state SET call_id = c.id, call_reference = c.reference, phone_number = c.phone_number,
            call_started_at = c.started_at, recording_paused = true
       FROM calls c WHERE c.user_id = rep_state.user_id AND rep_state.user_id = $1`,
    [leaver.rep.id],
  );
  await deployment.query(`UPDATE users SET status = 'active' WHERE id = $1`, [leaver.rep.id]);
  expect(await stateOf(deployment, leaver.rep)).toMatchObject({ call_id: null, recording_paused: false });
});

/** Deactivates the rep while a start of theirs is under way. */
async function deactivateDuringStart(): Promise<void> {
  await leaver.on(one).send('call-ended');
  const holder = await deployment.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', [leaver.rep.id]);
  const underWay = leaver.on(one).send('call-started');
  await until('the event waits for the lock of its rep', async () => {
    const waiting = await deployment.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
  await deactivate();
  await holder.query('COMMIT');
  holder.release();
  expect((await underWay).json).toMatchObject({ agent_resolved: true, call_active: true });
}

async function expectCallToEnd(): Promise<void> {
  await until(
    'the call has ended',
    async () => (await callsOf(deployment, leaver.rep)).every(({ ended_at }) => ended_at !== null),
    20_000,
  );
  expect((await callsOf(deployment, leaver.rep)).at(-1)).toMatchObject({ end_reason: 'deactivated' });
  expect(await stateOf(deployment, leaver.rep)).toMatchObject({ call_id: null });
}

test('a call that an event opens while its rep is deactivated ends by itself', async () => {
  await deactivateDuringStart();
  await expectCallToEnd();
});

describe('a call that began under an alias', () => {
  let alias: string;
  let byAlias: RepsDialler;

  beforeEach(async () => {
    alias = `sip/${randomUUID()}@acme.example`;
    byAlias = createRepsDialler(createDialler(one.client, leaver.brand), { email: alias });
    await addAlias(alias, leaver);
  });

  async function addAlias(name: string, { brand, rep }: RepAtWork): Promise<void> {
    await deployment.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
      brand.id,
      name,
      rep.id,
    ]);
  }

  test('ends by itself when the alias becomes the address of another active user', async () => {
    await leaver.on(one).send('call-ended');
    const { id: successor } = await addUser(deployment, leaver.brand, { status: 'invited' });
    await deployment.query('UPDATE users SET email = $2 WHERE id = $1', [successor, alias]);
    await byAlias.send('call-started');
    await deployment.query(`UPDATE users SET status = 'active' WHERE id = $1`, [successor]);
    await expectCallToEnd();
  });

  test('ends by itself when the alias is removed, so that its next user gets its events alone', async () => {
    const staying = await newRepOf(deployment, { brand: leaver.brand });
    const ofStaying = `sip/${randomUUID()}`;
    await addAlias(ofStaying, staying);
    await createRepsDialler(createDialler(one.client, leaver.brand), { email: ofStaying }).send('call-started');
    await leaver.on(one).send('call-ended');
    await byAlias.send('call-started');
    await byAlias.send('recording-paused');
    await deployment.query('DELETE FROM agent_aliases WHERE alias = $1', [alias]);
    await addAlias(alias, await newRepOf(deployment, { brand: leaver.brand }));
    expect((await byAlias.send('call-ended')).json).toEqual(answer({ active: false }));
    await expectCallToEnd();
    expect(await callsOf(deployment, staying.rep)).toMatchObject([{ ended_at: null }]);
  });
});

test('a user whose status does not change keeps the call', async () => {
  const before = await stateOf(deployment, leaver.rep);
  await deployment.query(`UPDATE users SET name = 'Another Name' WHERE id = $1`, [leaver.rep.id]);
  expect(await stateOf(deployment, leaver.rep)).toEqual(before);
});
