import { randomUUID } from 'node:crypto';
import {
  type CallDetail,
  type ChatDetail,
  type ChatList,
  callDetailSchema,
  chatDetailSchema,
  type TranscriptPage,
  transcriptPageSchema,
} from '@callside/schemas';
import { RedisProcess } from '@callside/test-kit';
import { addCall, addChunk, addSession } from '../../../test/support/calls-on-file.ts';
import { addCustomer } from '../../../test/support/customers.ts';
import { createDialler, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { callsOf, eventsOf } from '../../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let redis: RedisProcess;
let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;
let dialler: RepsDialler;

beforeAll(async () => {
  redis = await RedisProcess.reserve();
  await redis.start();
  service = await startService({ redisUrl: redis.url });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, rep);
  dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
});
afterAll(async () => {
  await service.close();
  await redis.kill();
});

const noon = new Date('2026-03-01T12:00:00.250Z');
const readChat = (id: string) => reader.read<ChatDetail>(`/chats/${id}`);
const readCall = (reference: string) => reader.read<CallDetail>(`/calls/${reference}`);

it('a chat shows its call, customer and events, and null without a session', async () => {
  await dialler.send('call-started', {
    event_id: 'one',
    metadata: { queue: 'sales' },
    occurred_at: noon.toISOString(),
  });
  await dialler.send('hold-started', { event_id: 'two' });
  await dialler.send('call-ended');
  await dialler.send('hold-ended');
  const [call] = await callsOf(service, rep);
  const events = await eventsOf(service, rep);
  const [listed] = (await reader.read<ChatList>('/chats')).items;
  const chat = await readChat(listed!.id);
  expect(chatDetailSchema.parse(chat)).toEqual(chat);
  expect(chat).toEqual({
    id: listed!.id,
    brand: brand.slug,
    created_at: call!.started_at.toISOString(),
    customer: { match: 'none', customer_id: null, name: null, phone_number: null, candidates: [] },
    call: { ...listed!.call, ended_at: call!.ended_at?.toISOString(), end_reason: 'ended' },
    timeline: events.slice(0, 3).map((event) => ({
      event: event.event,
      event_id: event.event_id,
      occurred_at: event.occurred_at.toISOString(),
      received_at: event.received_at.toISOString(),
      metadata: JSON.parse(event.metadata),
      applied: true,
    })),
    timeline_truncated: false,
    transcript: [],
    transcript_next_cursor: null,
    transcription_session: null,
  });
  expect(chat.timeline.map(({ event }) => event)).toEqual(['call-started', 'hold-started', 'call-ended']);
});

it('a call shows the same under its reference, in upper and lower case', async () => {
  await addCustomer(service, brand, { customer_id: '7', phone_number: '+14155550134' });
  await dialler.send('call-started');
  const [listed] = (await reader.read<ChatList>('/chats')).items;
  const { reference } = listed!.call;
  const call = await readCall(reference);
  expect(callDetailSchema.parse(call)).toEqual(call);
  const { id, customer, timeline, transcription_session } = await readChat(listed!.id);
  expect(call).toEqual({
    ...listed!.call,
    chat_id: id,
    customer,
    timeline,
    timeline_truncated: false,
    transcription_session,
  });
  expect(call.customer.match).toBe('one');
  expect(await readCall(reference.toUpperCase())).toEqual(call);
});

describe('the transcript', () => {
  it('is that of the session opened last, in order of sequence', async () => {
    const call = await addCall(service, brand, rep);
    const first = await addSession(service, call, { openedAt: noon, finalizedAt: noon, endedAt: noon });
    const last = await addSession(service, call, { openedAt: new Date(noon.getTime() + 1), finalizedAt: noon });
    await addChunk(service, first, { sequence: 0, text: 'of the first' });
    for (const sequence of [10, 2, 1]) await addChunk(service, last, { sequence, text: `piece ${sequence}` });
    const chat = await readChat(call.chatId);
    expect(chat.transcript).toEqual(
      [1, 2, 10].map((sequence) => ({
        sequence,
        speaker: 'rep',
        text: `piece ${sequence}`,
        started_at: '2026-03-01T12:00:00.000Z',
        ended_at: '2026-03-01T12:00:01.500Z',
      })),
    );
    const session = { live: false, finalized_at: noon.toISOString(), ended_at: null };
    expect(chat.transcription_session).toEqual(session);
    expect((await readCall(call.reference)).transcription_session).toEqual(session);
  });
});

describe('a long transcript', () => {
  async function addChunks(sessionId: string, count: number, text: string): Promise<void> {
    await service.query(
      `INSERT INTO transcription_chunks (session_id, sequence, speaker, text, started_at, ended_at)
       SELECT $1, 3 * n, 'rep', n || $3, '2026-03-01T12:00:00Z', '2026-03-01T12:00:01.5Z' FROM generate_series(1, $2::int) AS n`,
      [sessionId, count, text],
    );
  }

  /** The pages after the chat, and the pieces of all of them. */
  async function readAll(chatId: string) {
    const chat = await readChat(chatId);
    const pages: TranscriptPage[] = [];
    for (
      let cursor = chat.transcript_next_cursor ?? null;
      cursor !== null;
      cursor = pages.at(-1)?.next_cursor ?? null
    ) {
      pages.push(await reader.read<TranscriptPage>(`/chats/${chatId}/transcript?cursor=${cursor}`));
    }
    return { chat, pages, pieces: [...chat.transcript, ...pages.flatMap(({ items }) => items)] };
  }

  it('has pages of 1,000 chunks, with each chunk once', async () => {
    const call = await addCall(service, brand, rep);
    await addChunks(await addSession(service, call, { finalizedAt: noon }), 2_500, '');
    const { chat, pages, pieces } = await readAll(call.chatId);
    expect([chat.transcript.length, ...pages.map(({ items }) => items.length)]).toEqual([1_000, 1_000, 500]);
    expect(pieces.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 2_500 }, (_, index) => 3 * (index + 1)),
    );
    expect(transcriptPageSchema.parse(pages[0])).toEqual(pages[0]);
    const first = await reader.read<TranscriptPage>(`/chats/${call.chatId}/transcript`);
    expect(first).toEqual({ items: chat.transcript, next_cursor: chat.transcript_next_cursor });
  });

  it('a long transcript of control characters has pages limited by the size of their JSON, and is never a 5xx', async () => {
    const call = await addCall(service, brand, rep);
    await addChunks(await addSession(service, call, { finalizedAt: noon }), 100, '\u0001'.repeat(16_000));
    const { chat, pages, pieces } = await readAll(call.chatId);
    expect(pieces).toHaveLength(100);
    for (const page of [chat, ...pages]) expect(JSON.stringify(page).length).toBeLessThan(4.3 * 1024 * 1024);
  });

  it('is 404 for a chat that does not exist, and refuses a cursor of another chat', async () => {
    const [call, other] = [await addCall(service, brand, rep), await addCall(service, brand, rep)];
    await addChunks(await addSession(service, call, { finalizedAt: noon }), 1_001, '');
    const { transcript_next_cursor: cursor } = await readChat(call.chatId);
    expect(await reader.read<TranscriptPage>(`/chats/${other.chatId}/transcript`)).toEqual({
      items: [],
      next_cursor: null,
    });
    expect((await reader.send('GET', `/chats/${other.chatId}/transcript?cursor=${cursor}`)).status).toBe(404);
    expect((await reader.send('GET', `/chats/${randomUUID()}/transcript`)).status).toBe(404);
    expect((await reader.send('GET', `/chats/${call.chatId}/transcript?cursor=nonsense`)).status).toBe(422);
  });
});

describe('a session from before leases existed', () => {
  it('is not live, although its end is unknown', async () => {
    const call = await addCall(service, brand, rep);
    await addSession(service, call, { endedAt: noon });
    const session = { live: false, finalized_at: null, ended_at: noon.toISOString() };
    expect((await readChat(call.chatId)).transcription_session).toEqual(session);
    expect((await readCall(call.reference)).transcription_session).toEqual(session);
  });
});

describe('the timeline', () => {
  it('has a maximum length, and reports when it is truncated', async () => {
    const call = await addCall(service, brand, rep);
    const add = (count: number) =>
      service.query(
        `INSERT INTO call_events (brand_id, event, agent_email, user_id, call_id, occurred_at, received_at, agent_resolved, call_active)
         SELECT $1, 'hold-started', $2, $3, $4, now(), now(), true, true FROM generate_series(1, $5::int)`,
        [brand.id, rep.email, rep.id, call.id, count],
      );
    await add(1_000);
    expect(await readCall(call.reference)).toMatchObject({ timeline: { length: 1_000 }, timeline_truncated: false });
    await add(1);
    expect(await readChat(call.chatId)).toMatchObject({ timeline: { length: 1_000 }, timeline_truncated: true });
  });

  it('is also truncated before it uses too much memory', async () => {
    await dialler.send('call-started');
    for (let n = 0; n < 10; n += 1) await dialler.send('hold-started', { metadata: { text: 'x'.repeat(1_000_000) } });
    const [call] = await callsOf(service, rep);
    const { timeline, timeline_truncated } = await readCall(call!.reference);
    expect(timeline_truncated).toBe(true);
    expect(timeline.length).toBeGreaterThan(2);
    expect(timeline.length).toBeLessThan(11);
  });

  it.each(['12345678901234567890', '1e400', '1.10', '-0', '"\\u0041"', '[1,{"b":2,"a":1,"a":3}]'])(
    'shows the metadata %s as sent, like the event log',
    async (text) => {
      const metadata = `{"a":${text}}`;
      await createDialler(service.clients[0], brand).post(
        'call-started',
        `{"agent_email":"${rep.email}","phone_number":"+14155550134","metadata":${metadata}}`,
      );
      const [call] = await callsOf(service, rep);
      const [chat] = (await reader.read<ChatList>('/chats')).items;
      for (const page of [`/calls/${call!.reference}`, `/chats/${chat!.id}`, `/events?agent_email=${rep.email}`]) {
        expect((await reader.send('GET', page)).text).toContain(`"metadata":${metadata},`);
      }
    },
  );

  it('shows metadata of 10,000 levels', async () => {
    const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    await createDialler(service.clients[0], brand).post(
      'call-started',
      `{"agent_email":"${rep.email}","phone_number":"+14155550134","metadata":${nested}}`,
    );
    const [call] = await callsOf(service, rep);
    expect((await reader.send('GET', `/calls/${call!.reference}`)).text.includes(nested)).toBe(true);
  });

  it('omits metadata that is nested deeper than 10,000 levels', async () => {
    const nested = `${'{"a":'.repeat(10_001)}1${'}'.repeat(10_001)}`;
    await createDialler(service.clients[0], brand).post(
      'call-started',
      `{"agent_email":"${rep.email}","phone_number":"+14155550134","metadata":${nested}}`,
    );
    const [call] = await callsOf(service, rep);
    expect((await readCall(call!.reference)).timeline).toMatchObject([{ event: 'call-started', metadata: null }]);
  });
});

describe('while the lease store cannot be read', () => {
  const unavailable = {
    status: 503,
    json: { detail: expect.stringContaining('transcription session'), request_id: expect.any(String) },
  };

  it('reads that show a session that is not finalized are 503, all others work', async () => {
    const without = await addCall(service, brand, rep);
    const finalized = await addCall(service, brand, rep);
    await addSession(service, finalized, { finalizedAt: noon });
    const open = await addCall(service, brand, rep);
    await addSession(service, open);
    const behind = await addCall(service, brand, rep);
    await addSession(service, behind, { openedAt: noon });
    await addSession(service, behind, { finalizedAt: noon });

    await redis.kill();
    try {
      for (const path of [`/chats/${open.chatId}`, `/calls/${open.reference}`]) {
        const answer = await reader.send('GET', path);
        expect(answer).toMatchObject(unavailable);
        expect(answer.headers['retry-after']).toBe('1');
        expect(answer.text).not.toContain('live"');
      }
      for (const call of [without, finalized, behind]) {
        expect((await reader.send('GET', `/chats/${call.chatId}`)).status).toBe(200);
        expect((await reader.send('GET', `/calls/${call.reference}`)).status).toBe(200);
      }
      expect((await reader.send('GET', '/chats')).status).toBe(200);
      expect((await reader.send('GET', '/events')).status).toBe(200);
    } finally {
      await redis.start();
    }
  });

  it('a store that hangs has the same effect, and requests do not wait long', async () => {
    const open = await addCall(service, brand, rep);
    await addSession(service, open);
    redis.hang();
    try {
      expect(await reader.send('GET', `/chats/${open.chatId}`)).toMatchObject(unavailable);
    } finally {
      redis.wake();
    }
  });
});
