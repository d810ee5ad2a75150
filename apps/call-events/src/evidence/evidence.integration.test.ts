import { findBrokenEntry } from '@callside/auth';
import { createDatabase, type Database } from '@callside/database';
import { type PausedCalls, type PauseEvidence, pausedCallsSchema, pauseEvidenceSchema } from '@callside/schemas';
import { createLogger, createMetrics } from '@callside/service-kit';
import { CapturedLog, type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { createDialler } from '../../test/support/dialler.ts';
import { addUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { callsOf } from '../../test/support/records.ts';
import { HeadsStore } from './heads.store.ts';
import { createNoteHeads } from './note-heads.ts';
import { findRecentPauses } from './recent-pauses.store.ts';
import { unacknowledged } from './rules/unacknowledged.ts';

let deployment: Deployment;
let server: ServiceProcess;
let database: Database;
let desk: RepAtWork;
let owner: Reader;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
  database = createDatabase({
    url: deployment.databaseUrl,
    maxConnections: 2,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
});
afterAll(async () => {
  await database.close();
  await deployment.close();
});
beforeEach(async () => {
  desk = await newRepOf(deployment);
  const user = await addUser(deployment, desk.brand, { role: 'owner' });
  owner = new Reader(server.client, desk.brand, await deployment.token(user, desk.brand, 'api'));
});

const send = (...event: Parameters<ReturnType<RepAtWork['on']>['send']>) => desk.on(server).send(...event);

async function referenceOfLast(): Promise<string> {
  const calls = await callsOf(deployment, desk.rep);
  return calls.at(-1)!.reference;
}

async function startCall(): Promise<string> {
  await send('call-started', { customer_id: '0042', metadata: { note: 'Kim', amount: 1.1 } });
  return referenceOfLast();
}

async function read(reference: string): Promise<PauseEvidence> {
  const json = await owner.read(`/calls/${reference}/pause-evidence`);
  const evidence = pauseEvidenceSchema.parse(json);
  expect(evidence).toEqual(json);
  return evidence;
}

const kindsOf = ({ entries }: PauseEvidence) => entries.map(({ kind }) => kind);

async function pauseAndResume(): Promise<{ reference: string; evidence: PauseEvidence }> {
  const companion = await desk.companion(server);
  const reference = await startCall();
  await companion.hears('recording.state', 2);
  await send('recording-paused');
  await until(
    'the pause is acknowledged',
    async () =>
      kindsOf(await read(reference)).includes('recording-paused') &&
      (await read(reference)).entries.some(
        ({ kind, sequence }, _, entries) =>
          kind === 'acknowledged' && sequence === entries.find((one) => one.kind === 'recording-paused')?.sequence,
      ),
  );
  await send('recording-resumed');
  await until('the resume is acknowledged', async () => kindsOf(await read(reference)).at(-1) === 'acknowledged');
  await send('call-ended');
  return { reference, evidence: await read(reference) };
}

test('the evidence of a call has what was asked for and what was acknowledged, in two whole chains', async () => {
  const { evidence } = await pauseAndResume();
  expect(findBrokenEntry(evidence)).toBeNull();
  expect(evidence.gaps).toEqual([]);
  const events = evidence.entries.filter(({ position }) => position !== null);
  expect(events.map(({ position, kind }) => [position, kind])).toEqual([
    [1, 'call-started'],
    [2, 'recording-paused'],
    [3, 'recording-resumed'],
    [4, 'call-ended'],
  ]);
  const pause = events[1]!;
  expect(evidence.entries).toContainEqual(
    expect.objectContaining({ position: null, kind: 'acknowledged', sequence: pause.sequence }),
  );
  expect(JSON.stringify(evidence)).not.toContain('Kim');
});

test('a second call continues the chain of the rep', async () => {
  const first = await pauseAndResume();
  const { evidence } = await pauseAndResume();
  expect(evidence.previous).toBe(first.evidence.entries.findLast(({ position }) => position !== null)?.digest);
  expect(findBrokenEntry(evidence)).toBeNull();
});

test('calls whose recording was paused are listed, newest first, page by page, before an instant, and those of the own brand only', async () => {
  const references: string[] = [];
  for (const isPaused of [true, false, true, true]) {
    const reference = await startCall();
    if (isPaused) {
      await send('recording-paused');
      await send('recording-resumed');
      await send('recording-paused');
      references.unshift(reference);
    }
    await send('call-ended');
  }
  const list = async (query: string) => pausedCallsSchema.parse(await owner.read(`/pause-evidence${query}`));
  const referencesOf = ({ items }: PausedCalls) => items.map((call) => call.call_reference);
  const all = await list('');
  expect(referencesOf(all)).toEqual(references);
  expect(all.items.map(({ pauses }) => pauses)).toEqual([2, 2, 2]);
  expect(all.next_cursor).toBeNull();
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect([...referencesOf(first), ...referencesOf(second)]).toEqual(references);
  expect(second.next_cursor).toBeNull();
  expect(referencesOf(await list(`?to=${all.items[1]!.started_at}`))).toEqual(references.slice(2));
  const other = await newRepOf(deployment);
  const others = await addUser(deployment, other.brand, { role: 'auditor' });
  const reader = new Reader(server.client, other.brand, await deployment.token(others, other.brand, 'api'));
  expect(await reader.read('/pause-evidence')).toEqual({ items: [], next_cursor: null });
});

test('a list of calls with pauses goes on where it has looked through 1,000 calls without one', async () => {
  const reference = await startCall();
  await send('recording-paused');
  await send('call-ended');
  await deployment.query(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
     SELECT gen_random_uuid(), gen_random_uuid(), brand_id, user_id, agent_email, phone_number,
            started_at + n * interval '1 s', started_at + n * interval '1 s', 'ended'
       FROM calls, generate_series(1, 1500) n WHERE reference = $1`,
    [reference],
  );
  const first = pausedCallsSchema.parse(await owner.read('/pause-evidence'));
  expect(first.items).toEqual([]);
  const second = pausedCallsSchema.parse(await owner.read(`/pause-evidence?cursor=${first.next_cursor}`));
  expect(second.items.map((call) => call.call_reference)).toEqual([reference]);
  expect(second.next_cursor).toBeNull();
});

test.each([
  [
    'the time of an event',
    "UPDATE call_events SET received_at = received_at + interval '1 s' WHERE user_id = $1 AND position = 2",
    2,
  ],
  ['the kind of an event', "UPDATE call_events SET event = 'hold-started' WHERE user_id = $1 AND position = 3", 3],
  [
    'the number of an event',
    "UPDATE call_events SET phone_number = '+14155550199' WHERE user_id = $1 AND position = 1",
    1,
  ],
  [
    'the metadata of an event',
    `UPDATE call_events SET metadata = '{"note":"Kim","amount":1.10}' WHERE user_id = $1 AND position = 1`,
    1,
  ],
  ['a key without its content', 'UPDATE call_events SET personal_key = NULL WHERE user_id = $1 AND position = 1', 1],
  ['a removed event', 'DELETE FROM call_events WHERE user_id = $1 AND position = 2', 3],
  [
    'the time of an acknowledgement',
    `UPDATE call_evidence SET at = at - interval '1 s' WHERE number = 1
      AND call_id IN (SELECT id FROM calls WHERE user_id = $1)`,
    null,
  ],
  [
    'a removed acknowledgement',
    'DELETE FROM call_evidence WHERE number = 1 AND call_id IN (SELECT id FROM calls WHERE user_id = $1)',
    null,
  ],
])('a change in the database is found: %s', async (_, change, position) => {
  const { reference } = await pauseAndResume();
  await deployment.query(change, [desk.rep.id]);
  expect(findBrokenEntry(await read(reference))).toMatchObject({ position });
});

test('a call that is erased leaves a chain that can be verified, with emptied parts', async () => {
  const { reference, evidence } = await pauseAndResume();
  const answer = await owner.send('POST', '/settings/customers/erase', { customer_id: '0042', dry_run: false });
  expect(answer.status).toBeLessThan(300);
  const left = await read(reference);
  expect(findBrokenEntry(left)).toBeNull();
  expect(left.head).toBe(evidence.head);
  expect(kindsOf(left)).toEqual(kindsOf(evidence));
  const states = left.entries.flatMap((entry) => (entry.position === null ? [] : entry.personal_state));
  expect(new Set(states)).toEqual(new Set(['emptied']));
  expect(
    await deployment.query('SELECT FROM call_events WHERE user_id = $1 AND personal_key IS NOT NULL', [desk.rep.id]),
  ).toEqual([]);
});

test('gaps: no companion, a silent one, a forgotten resume', async () => {
  const reference = await startCall();
  await send('recording-paused');
  await send('call-ended');
  // Time passes.
  await deployment.query("UPDATE call_events SET received_at = received_at - interval '1 minute' WHERE user_id = $1", [
    desk.rep.id,
  ]);
  await deployment.query("UPDATE calls SET ended_at = ended_at - interval '30 s' WHERE user_id = $1", [desk.rep.id]);
  await deployment.query(
    "UPDATE call_events SET received_at = received_at + interval '30 s' WHERE user_id = $1 AND position = 3",
    [desk.rep.id],
  );
  expect((await read(reference)).gaps).toMatchObject([
    { kind: 'no_companion', position: 2 },
    { kind: 'resume_forgotten', position: 2 },
  ]);

  const companion = await desk.companion(server);
  companion.answer = null;
  const other = await startCall();
  await send('recording-paused');
  await until('5 s have passed', async () => (await read(other)).gaps.length > 0);
  expect((await read(other)).gaps).toMatchObject([{ kind: 'not_acknowledged', position: 5 }]);
});

/** Of each pause of the rep that companions had to acknowledge in the last minutes. */
async function missedOfRep() {
  const { at, pauses } = await findRecentPauses(deployment.query, null);
  return pauses
    .filter(({ userId }) => userId === desk.rep.id)
    .map((pause) => unacknowledged(pause, { ...pause, now: at }));
}

/** Moves what is on file until a position of the rep's log to a minute earlier. */
async function letMinutePass(position: number): Promise<void> {
  const last = 'SELECT recording_sequence FROM call_events WHERE user_id = $1 AND position = $2';
  for (const change of [
    `UPDATE call_evidence SET at = at - interval '1 minute'
      WHERE call_id IN (SELECT id FROM calls WHERE user_id = $1) AND sequence <= (${last})`,
    `UPDATE recording_acknowledgements a SET acknowledged_at = a.acknowledged_at - interval '1 minute'
       FROM companion_connections c WHERE c.id = a.connection_id AND c.user_id = $1 AND a.sequence <= (${last})`,
    "UPDATE call_events SET received_at = received_at - interval '1 minute' WHERE user_id = $1 AND position <= $2",
  ]) {
    await deployment.query(change, [desk.rep.id, position]);
  }
}

test('a companion whose instance is gone is not asked for pauses that came after it had stopped', async () => {
  const { reference } = await pauseAndResume();
  await letMinutePass(2);
  const loseInstance = (age: string) =>
    deployment.query(
      `WITH gone AS (
         INSERT INTO service_instances (id, seen_at) VALUES (gen_random_uuid(), clock_timestamp() - $2::interval) RETURNING id
       )
       INSERT INTO companion_connections (id, instance_id, user_id, protocol, since_sequence)
       SELECT 'gone ' || id, id, $1::uuid, 2, 0 FROM gone`,
      [desk.rep.id, age],
    );
  await loseInstance('5 minutes');
  expect((await read(reference)).gaps).toEqual([]);
  expect(await missedOfRep()).toEqual([[]]);

  await loseInstance('1 minute');
  const missed = { kind: 'not_acknowledged', companion: expect.stringMatching(/^gone /) };
  expect((await read(reference)).gaps).toEqual([expect.objectContaining(missed)]);
  expect(await missedOfRep()).toEqual([[missed]]);
});

test('a call of a platform that comes back paused has a pause: in the list, in its gaps and for the alert', async () => {
  await deployment.query("INSERT INTO integrations (brand_id, platform) VALUES ($1, 'five9')", [desk.brand.id]);
  const authorization = `Basic ${Buffer.from(`callside:${desk.brand.key}`).toString('base64')}`;
  const report = async (event: string) => {
    const call = { call_id: 'F1', agent: desk.rep.email, customer: '+14155550134' };
    const { status } = await server.client.send({
      path: '/integrations/five9',
      headers: { host: desk.brand.host, authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ event, ...call, occurred_at: new Date().toISOString() }),
    });
    expect(status).toBe(200);
  };
  await report('start');
  await send('recording-paused');
  const superseded = await referenceOfLast();
  await send('call-started', { phone_number: '+14155550199' });
  await send('call-ended');
  await report('unhold');
  const reference = await referenceOfLast();
  const { items } = pausedCallsSchema.parse(await owner.read('/pause-evidence'));
  expect(items.map(({ call_reference, pauses }) => [call_reference, pauses])).toEqual([
    [reference, 1],
    [superseded, 1],
  ]);
  await letMinutePass(5);
  await send('call-ended');
  expect((await read(reference)).gaps).toMatchObject([
    { kind: 'no_companion', position: 5 },
    { kind: 'resume_forgotten', position: 5 },
  ]);
  expect(await missedOfRep()).toContainEqual([{ kind: 'no_companion' }]);
});

test('what the recorder reports is in the chain of its call, only of calls of the rep', async () => {
  const reference = await startCall();
  const companion = await desk.companion(server);
  expect(await companion.ask('recording.saved', { call_reference: reference })).toMatchObject({
    call_reference: reference,
  });
  expect(await companion.ask('recording.failed', { call_reference: reference })).toMatchObject({
    call_reference: reference,
  });
  const other = await newRepOf(deployment, { brand: desk.brand });
  const stranger = await other.companion(server);
  expect(await stranger.ask('recording.saved', { call_reference: reference })).toMatchObject({
    error: { code: 'unknown_call' },
  });
  expect(await companion.ask('recording.saved', {})).toMatchObject({ error: { code: 'invalid' } });
  const evidence = await read(reference);
  expect(kindsOf(evidence).filter((kind) => kind.startsWith('recording.'))).toEqual([
    'recording.saved',
    'recording.failed',
  ]);
  expect(findBrokenEntry(evidence)).toBeNull();
});

test.each([
  [
    'NUL, lone surrogates and long numbers',
    String.raw`"event_id":"\ud800 \u0000 é🙂 ${'ID'}","customer_id":"\udfff\u0000","metadata":{"a":"\u0000\ud800","n":12345678901234567890,"f":1.10}`,
  ],
  ['metadata that is nested too deep for a json column', `"metadata":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ['the first instant', '"occurred_at":"0001-01-01T00:00:00Z"'],
  ['the last instant', '"occurred_at":"9999-12-31T23:59:59.9999Z"'],
])('what is stored is what the digest covers: %s', async (_, fields) => {
  const named = fields.replace('ID', desk.rep.id);
  const body = `{"agent_email":${JSON.stringify(desk.rep.email)},"phone_number":"+14155550134",${named}}`;
  const { status } = await createDialler(server.client, desk.brand).post('call-started', body);
  expect(status).toBe(200);
  const evidence = await read(await referenceOfLast());
  expect(evidence.entries).toMatchObject([{ kind: 'call-started', personal_state: 'kept' }]);
  expect(findBrokenEntry(evidence)).toBeNull();
});

test('two companions acknowledge at the same time, and the chain stays whole', async () => {
  const companions = await Promise.all([1, 2, 3, 4].map(() => desk.companion(server)));
  const reference = await startCall();
  await send('recording-paused');
  await until('all have acknowledged the pause', async () => {
    const { entries } = await read(reference);
    const pause = entries.find(({ kind }) => kind === 'recording-paused');
    return (
      entries.filter(({ kind, sequence }) => kind === 'acknowledged' && sequence === pause?.sequence).length ===
      companions.length
    );
  });
  expect(findBrokenEntry(await read(reference))).toBeNull();
});

test('card numbers are masked in transcripts and notes, and named when spoken outside a pause', async () => {
  const reference = await startCall();
  const companion = await desk.companion(server);
  const session = await companion.open();
  await companion.chunk(session, 1, { text: 'it is 4111 1111 1111 1111', speaker: 'customer' });
  const rep = new Reader(server.client, desk.brand, await deployment.token(desk.rep, desk.brand, 'tab'));
  const written = await rep.send('PUT', `/desk/calls/${reference}/notes`, {
    note: 'paid with 5500-0000-0000-0004',
    disposition: null,
    version: 0,
  });
  expect(written).toMatchObject({ status: 200, json: { note: 'paid with ****-****-****-0004' } });
  expect(await deployment.query('SELECT text FROM transcription_chunks WHERE session_id = $1', [session])).toEqual([
    { text: 'it is **** **** **** 1111' },
  ]);
  expect((await read(reference)).gaps).toMatchObject([{ kind: 'card_number', speaker: 'customer' }]);
  const metrics = await server.client.send({ method: 'GET', path: '/metrics', headers: { host: desk.brand.host } });
  expect(metrics.text).toMatch(/card_numbers_masked_total\{where="transcript"[^}]*\} 1/);
  expect(metrics.text).toMatch(/card_numbers_masked_total\{where="note"[^}]*\} 1/);
});

test('only owners of the brand read it; an unknown call is 404', async () => {
  const reference = await startCall();
  const rep = new Reader(server.client, desk.brand, await deployment.token(desk.rep, desk.brand, 'api'));
  expect((await rep.send('GET', `/calls/${reference}/pause-evidence`)).status).toBe(403);
  for (const unknown of ['x', '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10']) {
    expect((await owner.send('GET', `/calls/${unknown}/pause-evidence`)).status).toBe(404);
  }
  const other = await newRepOf(deployment);
  const theirs = await addUser(deployment, other.brand, { role: 'owner' });
  const stranger = new Reader(server.client, other.brand, await deployment.token(theirs, other.brand, 'api'));
  expect((await stranger.send('GET', `/calls/${reference}/pause-evidence`)).status).toBe(404);
});

test('the metrics of the alerts: pauses without acknowledgement, and how long the longest pause has lasted', async () => {
  const readMetric = async (name: string) => {
    const { text } = await server.client.send({ method: 'GET', path: '/metrics', headers: { host: desk.brand.host } });
    return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(text)?.[1]);
  };
  const before = await readMetric('pauses_unacknowledged_total');
  const counted = (pauses: number) =>
    until(
      `${pauses} pauses are counted`,
      async () => (await readMetric('pauses_unacknowledged_total')) === before + pauses,
      20_000,
    );
  await startCall();
  await send('recording-paused');
  await counted(1);
  await send('recording-resumed');
  await send('recording-paused');
  // Each once, although several looks find it.
  await counted(2);
  await deployment.query(
    "UPDATE call_events SET received_at = received_at - interval '1000 s' WHERE user_id = $1 AND position = 4",
    [desk.rep.id],
  );
  // Another pause of the paused call does not start the time again.
  await send('recording-paused');
  await until('the pause is long', async () => (await readMetric('recording_paused_seconds')) > 900);
  await send('recording-resumed');
  await until('no pause is long', async () => (await readMetric('recording_paused_seconds')) < 900);
});

describe('the daily head', () => {
  /** As an instance that has just started. Resolves to its count of broken chains. */
  const note = async () => {
    const log = new CapturedLog();
    const logger = createLogger({ service: 'test', level: 'info', destination: log });
    const metrics = createMetrics({ service: 'test' });
    await createNoteHeads({ store: new HeadsStore(database), logger, metrics, now: () => 0 })();
    const [gauge] = (await metrics.registry.getSingleMetric('evidence_chains_broken')?.get())?.values ?? [];
    return gauge?.value ?? Number.NaN;
  };
  const entries = () =>
    deployment.query<{ action: string; subject: string }>(
      "SELECT action, subject FROM audit_log WHERE brand_id = $1 AND action LIKE 'evidence.%' ORDER BY id",
      [desk.brand.id],
    );
  /** The audit log cannot be changed, so the clock of its entries is. */
  const nextDay = async () => {
    await deployment.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    await deployment.query("UPDATE audit_log SET at = at - interval '1 day'");
    await deployment.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only');
  };
  const removeAcknowledgement =
    'DELETE FROM call_evidence WHERE number = 1 AND call_id IN (SELECT id FROM calls WHERE user_id = $1)';
  const makeOld = () =>
    deployment.query("UPDATE call_evidence SET at = at - interval '1 hour' WHERE brand_id = $1", [desk.brand.id]);

  test('is noted once a day, and rows that stayed are not called broken', async () => {
    await pauseAndResume();
    await makeOld();
    await note();
    await note();
    expect(await entries()).toMatchObject([{ action: 'evidence.heads' }]);
    await nextDay();
    await pauseAndResume();
    await note();
    expect((await entries()).map(({ action }) => action)).toEqual(['evidence.heads', 'evidence.heads']);
  });

  test.each([
    ['the newest event', 'DELETE FROM call_events WHERE user_id = $1 AND position = 4', 'rep'],
    ['an event in the middle', 'DELETE FROM call_events WHERE user_id = $1 AND position = 2', 'rep'],
    ['an acknowledgement', removeAcknowledgement, 'acknowledgements'],
  ])('notices that a row of the past was removed: %s', async (_, removal, subject) => {
    await pauseAndResume();
    await makeOld();
    await note();
    await nextDay();
    await deployment.query(removal, [desk.rep.id]);
    await note();
    expect(await entries()).toMatchObject([
      { action: 'evidence.heads' },
      { action: 'evidence.broken', subject: subject === 'rep' ? `rep ${desk.rep.id}` : subject },
      { action: 'evidence.heads' },
    ]);
  });

  test('a broken chain counts on each instance until its brand is compared again', async () => {
    await pauseAndResume();
    await makeOld();
    // Until what other tests have removed has been found.
    for (let day = 0; day < 2; day += 1) {
      await note();
      await nextDay();
    }
    const before = await note();
    await nextDay();
    await deployment.query(removeAcknowledgement, [desk.rep.id]);
    expect([await note(), await note()]).toEqual([before + 1, before + 1]);
    await nextDay();
    expect(await note()).toBe(before);
  });
});
