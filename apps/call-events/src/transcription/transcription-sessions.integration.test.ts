import { randomUUID } from 'node:crypto';
import type { ServiceProcess } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { anotherNumber, type RepsDialler } from '../../test/support/dialler.ts';
import { callsOf } from '../../test/support/records.ts';
import { chunksOf, sessionOf } from '../../test/support/sessions.ts';

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let send: RepsDialler['send'];
let companion: Companion;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
  ({ send } = desk.on(server));
  companion = await desk.companion(server);
});
afterEach(() => {
  companion.close();
  expect(companion.faults).toEqual([]);
});

const refused = (code: string) => ({ error: { code, message: expect.any(String) } });

describe('session.open', () => {
  test('opens the session of the live call', async () => {
    await send('call-started');
    const id = await companion.open();
    const [call] = await callsOf(deployment, desk.rep);
    expect(await sessionOf(deployment, id)).toMatchObject({
      call_id: call?.id,
      ended_at: null,
      end_reported_at: null,
      finalized_at: null,
      lease_until: expect.any(Date),
    });
  });

  test.each([[[]], [[null]], [[{ call_reference: null }]]])(
    'treats the payload %j as the live call',
    async (payload) => {
      await send('call-started');
      expect(await companion.ask('session.open', ...payload)).toEqual({
        session_id: expect.any(String),
        next_sequence: 0,
      });
    },
  );

  test('session.open without a live call is refused', async () => {
    expect(await companion.ask('session.open', {})).toEqual(refused('no_live_call'));
    await send('call-started');
    await send('call-ended');
    expect(await companion.ask('session.open', {})).toEqual(refused('no_live_call'));
  });

  test('opens the session of an earlier call by its reference', async () => {
    await send('call-started');
    await send('call-started', { phone_number: anotherNumber });
    const [superseded, live] = await callsOf(deployment, desk.rep);
    const id = await companion.open(superseded?.reference.toUpperCase());
    expect(await sessionOf(deployment, id)).toMatchObject({ call_id: superseded?.id, ended_at: null });
    expect(await sessionOf(deployment, await companion.open())).toMatchObject({ call_id: live?.id });
  });

  test('session.open after the reported end of a call uses the time of receipt of that end', async () => {
    await send('call-started');
    await send('call-ended');
    const [call] = await callsOf(deployment, desk.rep);
    const id = await companion.open(call?.reference);
    expect(await sessionOf(deployment, id)).toMatchObject({
      ended_at: call?.ended_at,
      end_reported_at: call?.ended_at,
      finalized_at: null,
    });
  });

  test('session.open for a call of another rep is refused', async () => {
    const other = await newRepOf(deployment, { brand: desk.brand });
    await other.on(server).send('call-started');
    const [call] = await callsOf(deployment, other.rep);
    for (const call_reference of [call?.reference, call?.id, randomUUID()]) {
      expect(await companion.ask('session.open', { call_reference })).toEqual(refused('unknown_call'));
    }
  });

  test('session.open for a call that has a session resumes it: a lost acknowledgement does not cause a second one', async () => {
    await send('call-started');
    const id = await companion.open();
    await companion.closeSession(id);
    const second = await desk.companion(server);
    expect(await Promise.all([companion.open(), second.open(), companion.open()])).toEqual([id, id, id]);
    expect(await sessionOf(deployment, id)).toMatchObject({ finalized_at: null });
    second.close();
  });

  test('concurrent session.open requests for a call open one session', async () => {
    await send('call-started');
    const companions = await Promise.all([1, 2, 3].map(() => desk.companion(server)));
    const ids = await Promise.all(companions.map((one) => one.open()));
    expect(new Set(ids).size).toBe(1);
    for (const one of companions) one.close();
  });
});

describe('session.chunk', () => {
  let session: string;
  beforeEach(async () => {
    await send('call-started');
    session = await companion.open();
  });

  test('is acknowledged after it is stored', async () => {
    expect(await companion.chunk(session, 0, { speaker: 'customer', text: 'Hello' })).toEqual({
      sequence: 0,
      duplicate: false,
    });
    expect(await chunksOf(deployment, session)).toEqual([
      {
        sequence: 0,
        speaker: 'customer',
        text: 'Hello',
        started_at: new Date('2026-03-01T12:00:00Z'),
        ended_at: new Date('2026-03-01T12:00:01Z'),
        received_at: expect.any(Date),
      },
    ]);
  });

  test('a resent chunk is stored once, in its first version', async () => {
    await companion.chunk(session, 3, { text: 'first' });
    expect(await companion.chunk(session, 3, { text: 'second' })).toEqual({ sequence: 3, duplicate: true });
    expect(await chunksOf(deployment, session)).toMatchObject([{ sequence: 3, text: 'first' }]);
  });

  test('moves the end of the session, for any order of chunks', async () => {
    for (const sequence of [5, 1, 3]) {
      await companion.chunk(session, sequence);
      const { received_at } = (await chunksOf(deployment, session)).find((chunk) => chunk.sequence === sequence)!;
      expect((await sessionOf(deployment, session)).ended_at).toEqual(received_at);
    }
    const before = await sessionOf(deployment, session);
    await companion.chunk(session, 5);
    expect((await sessionOf(deployment, session)).ended_at).toEqual(before.ended_at);
    expect((await chunksOf(deployment, session)).map(({ sequence }) => sequence)).toEqual([1, 3, 5]);
  });

  test('a chunk after the reported end is stored and does not move the end', async () => {
    await companion.chunk(session, 0);
    await send('call-ended');
    const [call] = await callsOf(deployment, desk.rep);
    expect(await companion.chunk(session, 1)).toEqual({ sequence: 1, duplicate: false });
    expect(await sessionOf(deployment, session)).toMatchObject({
      ended_at: call?.ended_at,
      end_reported_at: call?.ended_at,
    });
    expect(await chunksOf(deployment, session)).toHaveLength(2);
  });

  test('a chunk of a finalized session is stored and does not move the end', async () => {
    await companion.chunk(session, 0);
    await companion.closeSession(session);
    const closed = await sessionOf(deployment, session);
    expect(await companion.chunk(session, 1)).toEqual({ sequence: 1, duplicate: false });
    expect(await sessionOf(deployment, session)).toEqual(closed);
  });

  test("is accepted from any companion of the session's user, and from nobody else", async () => {
    const second = await desk.companion(server);
    expect(await second.chunk(session, 0)).toEqual({ sequence: 0, duplicate: false });
    const colleague = await newRepOf(deployment, { brand: desk.brand });
    const stranger = await colleague.companion(server);
    expect(await stranger.chunk(session, 1)).toEqual(refused('unknown_session'));
    expect(await stranger.chunk(randomUUID(), 1)).toEqual(refused('unknown_session'));
    expect(await chunksOf(deployment, session)).toHaveLength(1);
    second.close();
    stranger.close();
  });

  test.each([
    ['sequence', 'first'],
    ['sequence', -1],
    ['speaker', null],
    ['text', { deep: true }],
    ['started_at', 'yesterday'],
    ['ended_at', undefined],
    ['session_id', 'mine'],
  ])('a chunk with an invalid %s is refused and the field is named', async (field, value) => {
    const answer = await companion.chunk(session, 0, { [field]: value });
    expect(answer).toEqual({ error: { code: 'invalid', message: expect.stringContaining(field) } });
  });

  test('frames are acknowledged on request, and refused without bytes', async () => {
    const { socket } = companion;
    expect(await socket.emitWithAck('session.frame', session, new Uint8Array(640))).toEqual({ session_id: session });
    const answer = await socket.emitWithAck('session.frame', session, 'no bytes' as never);
    expect(answer).toEqual({ error: { code: 'invalid', message: expect.stringContaining('session_id') } });
    const alone = await socket.emitWithAck('session.frame', session as never);
    expect(alone).toEqual({ error: { code: 'invalid', message: expect.stringContaining('session_id') } });
  });

  test("a frame for another rep's session, or one that this connection does not hold, is refused", async () => {
    const other = await newRepOf(deployment, { brand: desk.brand });
    const stranger = await other.companion(server);
    const second = await desk.companion(server);
    for (const { socket } of [stranger, second]) {
      expect(await socket.emitWithAck('session.frame', session, new Uint8Array(640))).toEqual({
        error: { code: 'not_producer', message: expect.any(String) },
      });
    }
    stranger.close();
    second.close();
  });

  test('a chunk of more than 16 KiB of text is refused as too large, counted in UTF-8', async () => {
    expect(await companion.chunk(session, 1, { text: '\u0001'.repeat(16_384) })).toMatchObject({ duplicate: false });
    expect(await companion.chunk(session, 2, { text: 'x'.repeat(16_385) })).toEqual({ error: 'too_large' });
    expect(await companion.chunk(session, 2, { text: 'é'.repeat(8_193) })).toEqual({ error: 'too_large' });
    expect(await companion.chunk(session, 2, { text: 'short' })).toEqual({ sequence: 2, duplicate: false });
  });

  test('the answer to open and resume contains the next sequence', async () => {
    for (const sequence of [3, 1, 1_795_163_762_250]) await companion.chunk(session, sequence);
    const next = { session_id: session, next_sequence: 1_795_163_762_251 };
    expect(await companion.resume(session)).toEqual(next);
    expect(await companion.ask('session.open', {})).toEqual(next);
  });

  test.each([
    ['text', 'a\0b\uD800'],
    ['started_at', '0001-01-01T00:00:00+23:59'],
    ['ended_at', '9999-12-31T23:59:59.999999999-23:59'],
    ['sequence', Number.MAX_SAFE_INTEGER],
  ])('a chunk with an odd %s is stored', async (field, value) => {
    expect(await companion.chunk(session, 0, { [field]: value })).toMatchObject({ duplicate: false });
  });
});

test.each(['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])(
  'a time that its offset moves out of the years 1 to 9999 (%s) becomes the time of receipt',
  async (instant) => {
    await send('call-started');
    const id = await companion.open();
    const before = Date.now();
    await companion.chunk(id, 0, { started_at: instant, ended_at: instant });
    const [row] = await deployment.query<{ started_at: Date; ended_at: Date }>(
      'SELECT started_at, ended_at FROM transcription_chunks WHERE session_id = $1',
      [id],
    );
    for (const at of [row?.started_at, row?.ended_at]) {
      expect(at?.getTime()).toBeGreaterThanOrEqual(before);
      expect(at?.getTime()).toBeLessThanOrEqual(Date.now());
    }
  },
);

describe('session.close', () => {
  test('finalizes before it is acknowledged, and only once', async () => {
    await send('call-started');
    const id = await companion.open();
    const closed = await companion.closeSession(id);
    const row = await sessionOf(deployment, id);
    expect(closed).toEqual({ session_id: id, finalized_at: row.finalized_at?.toISOString() });
    expect(row.ended_at).toEqual(row.finalized_at);
    expect(await companion.closeSession(id)).toEqual(closed);
    expect(await sessionOf(deployment, id)).toEqual(row);
  });

  test('keeps the end at the end of the transcript', async () => {
    await send('call-started');
    const id = await companion.open();
    await companion.chunk(id, 0);
    const before = await sessionOf(deployment, id);
    await companion.closeSession(id);
    expect((await sessionOf(deployment, id)).ended_at).toEqual(before.ended_at);
  });

  test('is refused to a companion while another holds the lease, and to other users', async () => {
    await send('call-started');
    const id = await companion.open();
    const second = await desk.companion(server);
    expect(await second.closeSession(id)).toEqual(refused('not_producer'));
    const colleague = await newRepOf(deployment, { brand: desk.brand });
    const stranger = await colleague.companion(server);
    expect(await stranger.closeSession(id)).toEqual(refused('unknown_session'));
    expect(await stranger.resume(id)).toEqual(refused('unknown_session'));
    expect(await sessionOf(deployment, id)).toMatchObject({ finalized_at: null });
    second.close();
    stranger.close();
  });

  test('session.close by a companion that lost the session to another one is refused', async () => {
    await send('call-started');
    const id = await companion.open();
    const second = await desk.companion(server);
    await second.resume(id);
    expect(await companion.closeSession(id)).toEqual(refused('not_producer'));
    expect(await second.closeSession(id)).toMatchObject({ session_id: id });
    second.close();
  });
});

test('concurrent requests of a companion are processed in order', async () => {
  await send('call-started');
  const id = await companion.open();
  const chunks = [0, 1, 2, 3].map((sequence) => companion.chunk(id, sequence));
  const [closed] = await Promise.all([companion.closeSession(id), ...chunks]);
  const last = (await chunksOf(deployment, id)).at(-1);
  const { ended_at, finalized_at } = await sessionOf(deployment, id);
  expect(ended_at).toEqual(last?.received_at);
  expect(closed).toEqual({ session_id: id, finalized_at: finalized_at?.toISOString() });
});

test('frames, requests without an acknowledgement and invalid data do no harm', async () => {
  await send('call-started');
  const id = await companion.open();
  for (const rubbish of [undefined, null, 7, 'x', [], {}, new Uint8Array(3)]) {
    companion.socket.emit('session.frame', rubbish, rubbish);
    for (const request of ['session.open', 'session.resume', 'session.chunk', 'session.close'] as const) {
      companion.socket.emit(request, rubbish);
      const answer = await companion.ask(request, rubbish);
      expect([request, rubbish, answer]).toEqual([request, rubbish, expect.any(Object)]);
    }
  }
  companion.socket.emit('session.open');
  companion.socket.emit('session.frame', id);
  companion.frame(id);
  expect(await companion.chunk(id, 0)).toMatchObject({ sequence: 0 });
  expect(server.isAlive).toBe(true);
  expect(server.log).not.toContain('"level":50');
});

test('no acknowledgement and no log line contains the internal call id', async () => {
  await send('call-started');
  const id = await companion.open();
  const answers = [await companion.chunk(id, 0), await companion.resume(id), await companion.closeSession(id)];
  const [call] = await callsOf(deployment, desk.rep);
  for (const said of [JSON.stringify(answers), server.log]) expect(said).not.toContain(call?.id);
});
