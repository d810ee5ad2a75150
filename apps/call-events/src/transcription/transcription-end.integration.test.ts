import { randomUUID } from 'node:crypto';
import { anotherNumber } from '../../test/support/dialler.ts';
import { callsOf, eventsOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

const lastChunkAt = new Date('2024-01-01T10:00:00Z');

/** A session of the rep's newest call, with a transcript; returns its id. */
async function openSession(): Promise<string> {
  const id = randomUUID();
  await service.query(
    `INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, ended_at)
     SELECT $1, brand_id, user_id, id, $3 FROM calls WHERE user_id = $2 ORDER BY started_at DESC LIMIT 1`,
    [id, scene.rep.id, lastChunkAt],
  );
  return id;
}

async function sessionOf(id: string) {
  const [row] = await service.query<{ ended_at: Date | null; end_reported_at: Date | null; finalized_at: Date | null }>(
    'SELECT ended_at, end_reported_at, finalized_at FROM transcription_sessions WHERE id = $1',
    [id],
  );
  return row;
}

test('call-ended sets the end of the session to its time of receipt', async () => {
  await scene.send('call-started');
  const session = await openSession();
  await scene.send('call-ended', { occurred_at: '2001-01-01T00:00:00Z' });
  const arrival = (await eventsOf(service, scene.rep)).at(-1)?.received_at;
  expect(await sessionOf(session)).toEqual({ ended_at: arrival, end_reported_at: arrival, finalized_at: null });
});

test('every session of the call gets this end', async () => {
  await scene.send('call-started');
  const sessions = [await openSession(), await openSession()];
  await scene.send('call-ended');
  for (const session of sessions) expect((await sessionOf(session))?.end_reported_at).toBeInstanceOf(Date);
});

test('only the first report counts', async () => {
  await scene.send('call-started');
  const session = await openSession();
  await scene.send('call-ended', { event_id: 'end' });
  const first = await sessionOf(session);
  await scene.send('call-ended', { event_id: 'end' });
  await scene.send('call-ended');
  await scene.send('call-started');
  await scene.send('call-ended');
  expect(await sessionOf(session)).toEqual(first);
});

test('an earlier report of another dialler integration is kept', async () => {
  await scene.send('call-started');
  const session = await openSession();
  const reported = new Date('2024-01-01T11:00:00Z');
  await service.query('UPDATE transcription_sessions SET ended_at = $2, end_reported_at = $2 WHERE id = $1', [
    session,
    reported,
  ]);
  await scene.send('call-ended');
  expect(await sessionOf(session)).toMatchObject({ ended_at: reported, end_reported_at: reported });
});

test.each(['hold-started', 'hold-ended', 'recording-paused', 'recording-resumed', 'call-started'] as const)(
  '%s does not report the end',
  async (event) => {
    await scene.send('call-started');
    const session = await openSession();
    await scene.send(event);
    expect(await sessionOf(session)).toMatchObject({ ended_at: lastChunkAt, end_reported_at: null });
  },
);

test('a call that the service ends itself counts as not reported', async () => {
  await scene.send('call-started');
  const session = await openSession();
  await scene.send('call-started', { phone_number: anotherNumber });
  expect(await callsOf(service, scene.rep)).toMatchObject([{ end_reason: 'superseded' }, { ended_at: null }]);
  expect(await sessionOf(session)).toMatchObject({ ended_at: lastChunkAt, end_reported_at: null });
});

test("the end of another rep's call does not change this session", async () => {
  await scene.send('call-started');
  const session = await openSession();
  const other = await newRep(service);
  await other.send('call-started');
  await other.send('call-ended');
  expect(await sessionOf(session)).toMatchObject({ end_reported_at: null });
});
