import { randomUUID } from 'node:crypto';
import type { EventLog, EventWay } from '@callside/schemas';
import { answer } from '../../../test/support/dialler.ts';
import { addUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { eventsOf, stateOf } from '../../../test/support/records.ts';
import { newRep, type Scene } from '../../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
  reader = await Reader.of(service.clients[0], scene.brand, await addUser(service, scene.brand, { role: 'owner' }));
});
afterAll(() => service.close());

const at = '2026-11-20T10:00:00.000Z';
const later = '2026-11-20T10:00:07.000Z';

/** What `call_events_id_reused_total` counts for an event. */
async function counted(event: string): Promise<number> {
  const { text } = await service.clients[0].send({ method: 'GET', path: '/metrics', headers: { host: 'localhost' } });
  const line = text.split('\n').find((one) => one.startsWith(`call_events_id_reused_total{event="${event}"`));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
}

/** The ids of the events that the log marks. */
async function marked(): Promise<(string | null)[]> {
  const { items } = await reader.read<EventLog>('/events');
  return items.flatMap((item) => ('reused' in item && item.reused ? [item.event_id] : []));
}

async function giveAlias(alias: string, { id }: { id: string }): Promise<void> {
  await service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
    scene.brand.id,
    alias,
    id,
  ]);
}

test('a second pause with the id of the first is answered as a duplicate, counted and marked', async () => {
  await scene.send('call-started', { event_id: 'c-started' });
  await scene.send('recording-paused', { event_id: 'c-recording-paused', occurred_at: at });
  await scene.send('recording-resumed', { event_id: 'c-recording-resumed', occurred_at: at });
  const before = await counted('recording-paused');
  const second = await scene.send('recording-paused', { event_id: 'c-recording-paused', occurred_at: later });
  expect([second.status, second.json]).toEqual([200, answer({ duplicate: true })]);
  expect(await stateOf(service, scene.rep)).toMatchObject({ recording_paused: false });
  expect(await eventsOf(service, scene.rep)).toHaveLength(3);
  expect(await counted('recording-paused')).toBe(before + 1);
  expect(await marked()).toEqual(['c-recording-paused']);
});

describe('an id is reused', () => {
  test('by another event', async () => {
    await scene.send('hold-started', { event_id: 'c-1' });
    const before = await counted('hold-ended');
    expect((await scene.send('hold-ended', { event_id: 'c-1' })).json).toEqual(
      answer({ duplicate: true, active: false }),
    );
    expect(await counted('hold-ended')).toBe(before + 1);
    expect(await marked()).toEqual(['c-1']);
  });

  test('by another user, with the outcome recorded first', async () => {
    const other = await addUser(service, scene.brand);
    await scene.send('call-started', { event_id: 'c-1' });
    const second = await scene.send('call-started', { event_id: 'c-1', agent_email: other.email });
    expect(second.json).toEqual(answer({ duplicate: true }));
    expect(await marked()).toEqual(['c-1']);
  });

  test('by another name that is no user', async () => {
    await scene.send('hold-started', { event_id: 'c-1', agent_email: 'ext-101' });
    await scene.send('hold-started', { event_id: 'c-1', agent_email: 'ext-102' });
    expect(await marked()).toEqual(['c-1']);
  });

  test('by another event that arrives at the same moment', async () => {
    const eventId = randomUUID();
    const before = await Promise.all([counted('hold-started'), counted('hold-ended')]);
    const answers = await Promise.all([
      scene.send('hold-started', { event_id: eventId }),
      scene.send('hold-ended', { event_id: eventId }),
    ]);
    expect(answers.map(({ json }) => Object(json).duplicate).sort()).toEqual([false, true]);
    const after = await Promise.all([counted('hold-started'), counted('hold-ended')]);
    expect(after[0] + after[1]).toBe(before[0] + before[1] + 1);
    expect(await marked()).toEqual([eventId]);
  });
});

describe('an id is not reused', () => {
  async function isMarkedAfter(first: Record<string, unknown>, second: Record<string, unknown>): Promise<boolean> {
    await scene.send('hold-started', { event_id: 'c-1', ...first });
    expect(Object((await scene.send('hold-started', { event_id: 'c-1', ...second })).json).duplicate).toBe(true);
    return (await marked()).length > 0;
  }

  test.each([
    ['by a retry', { occurred_at: at }, { occurred_at: at }],
    ['by a retry with the time in another zone', { occurred_at: at }, { occurred_at: '2026-11-20T11:00:00+01:00' }],
    ['when only the first request has a time', { occurred_at: at }, {}],
    ['when only the second request has a time', {}, { occurred_at: at }],
    ['when a time cannot be read', { occurred_at: 'noon' }, { occurred_at: at }],
    ['by other metadata and another number', { metadata: { n: 1 } }, { metadata: { n: 2 }, phone_number: '+1415' }],
  ])('%s', async (_title, first, second) => {
    const before = await counted('hold-started');
    expect(await isMarkedAfter(first, second)).toBe(false);
    expect(await counted('hold-started')).toBe(before);
  });

  test('by an alias of the same user', async () => {
    await giveAlias('ext-101', scene.rep);
    expect(await isMarkedAfter({}, { agent_email: ' EXT-101 ' })).toBe(false);
  });

  test('by a user who has become active since the first attempt', async () => {
    const invited = await addUser(service, scene.brand, { status: 'invited' });
    await scene.send('hold-started', { event_id: 'c-1', agent_email: invited.email });
    await service.query("UPDATE users SET status = 'active' WHERE id = $1", [invited.id]);
    await scene.send('hold-started', { event_id: 'c-1', agent_email: invited.email });
    expect(await marked()).toEqual([]);
  });
});

test('the marks say what came with the id, what differs, and with which key', async () => {
  await scene.send('hold-started', { event_id: 'c-1' });
  await scene.send('hold-ended', { event_id: 'c-1' });
  await scene.send('recording-paused', { event_id: 'c-1' });
  await scene.send('hold-started', { event_id: 'c-1', agent_email: 'nobody@reps.example' });
  await scene.send('recording-paused', { event_id: 'c-1' });
  const [onFile] = await eventsOf(service, scene.rep);
  const { id: call_event_id, api_key_id } = onFile ?? {};
  const mark = { call_event_id, brand_id: scene.brand.id, api_key_id, received_at: expect.any(Date) };
  expect(
    await service.query('SELECT * FROM reused_event_ids WHERE call_event_id = $1 ORDER BY event', [onFile?.id]),
  ).toEqual([
    { ...mark, event: 'hold-ended', differs: 'event' },
    { ...mark, event: 'hold-started', differs: 'agent' },
    { ...mark, event: 'recording-paused', differs: 'event' },
  ]);
});

test('the page of the event and a search by its id have the mark', async () => {
  await scene.send('hold-started', { event_id: 'c-1' });
  await scene.send('hold-ended', { event_id: 'c-1' });
  const [onFile] = await eventsOf(service, scene.rep);
  expect((await reader.read<EventWay>(`/events/${onFile?.id}`)).item).toMatchObject({ reused: true });
  const { items } = await reader.read<EventLog>('/events', { event_id: 'c-1' });
  expect(items).toMatchObject([{ reused: true }]);
});

test('an event of the log that cannot be marked is answered all the same', async () => {
  await scene.send('hold-started', { event_id: 'c-1' });
  await service.query('ALTER TABLE reused_event_ids RENAME TO away');
  try {
    const before = await counted('hold-ended');
    expect((await scene.send('hold-ended', { event_id: 'c-1' })).status).toBe(200);
    expect(await counted('hold-ended')).toBe(before + 1);
  } finally {
    await service.query('ALTER TABLE away RENAME TO reused_event_ids');
  }
});
