import { type EventLog, eventLogSchema, type LoggedEvent } from '@callside/schemas';
import { createDialler, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { callsOf, eventsOf } from '../../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;
let dialler: RepsDialler;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, rep);
  dialler = diallerOf(rep);
});
afterAll(() => service.close());

function diallerOf(user: { email: string }): RepsDialler {
  return createRepsDialler(createDialler(service.clients[0], brand), user);
}

/** Inserts events of the brand at given minutes of an hour, oldest first; returns their ids. */
async function fileEvents(
  minutes: readonly number[],
  fields: { event?: string; email?: string } = {},
): Promise<string[]> {
  const rows = await service.query<{ id: string }>(
    `INSERT INTO call_events (brand_id, event, agent_email, occurred_at, received_at, agent_resolved, call_active)
     SELECT $1, $2, $3, '2001-01-01', '2026-03-01T12:00:00Z'::timestamptz + m * interval '1 minute', false, false
       FROM unnest($4::int[]) WITH ORDINALITY AS t (m, n) ORDER BY n RETURNING id`,
    [brand.id, fields.event ?? 'hold-started', fields.email ?? 'nobody@reps.example', minutes],
  );
  return rows.map(({ id }) => id);
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

it('shows every accepted event, newest first, including unresolved ones and those without a call', async () => {
  await dialler.send('call-started', { event_id: 'one', customer_id: '007', metadata: { n: 1 } });
  await dialler.send('call-ended');
  await dialler.send('hold-ended');
  await diallerOf({ email: 'nobody@reps.example' }).send('recording-paused');
  const [call] = await callsOf(service, rep);
  const log = await reader.read<EventLog>('/events');
  expect(eventLogSchema.parse(log)).toEqual(log);
  const onFile = [...(await eventsOf(service, rep)), ...(await eventsOf(service, { email: 'nobody@reps.example' }))];
  expect(log.items).toEqual(
    onFile.reverse().map((row) => ({
      outcome: 'accepted',
      id: row.id,
      event: row.event,
      event_id: row.event_id,
      agent_email: row.agent_email,
      call_reference: row.call_id && call?.reference,
      phone_number: row.phone_number,
      customer_id: row.customer_id,
      metadata: JSON.parse(row.metadata),
      occurred_at: row.occurred_at.toISOString(),
      received_at: row.received_at.toISOString(),
      agent_resolved: row.agent_resolved,
      call_active: row.call_active,
    })),
  );
  expect(log.items.map((item) => 'call_active' in item && [item.call_active, item.agent_resolved])).toEqual([
    [false, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
});

it('excludes events of other brands', async () => {
  await dialler.send('call-started');
  const other = await addBrand(service);
  const stranger = await Reader.of(service.clients[0], other, await addUser(service, other));
  expect(await stranger.read('/events')).toEqual({ items: [], next_cursor: null });
});

describe('filters', () => {
  it('the filters by address, event and resolution apply each alone and all together', async () => {
    await dialler.send('call-started');
    await dialler.send('hold-started');
    const nobody = diallerOf({ email: 'nobody@reps.example' });
    await nobody.send('hold-started');
    const count = async (query: Record<string, string>) => (await reader.read<EventLog>('/events', query)).items.length;
    expect(await count({ agent_email: ` ${rep.email.toUpperCase()}` })).toBe(2);
    expect(await count({ agent_email: 'NOBODY@reps.example' })).toBe(1);
    expect(await count({ event: 'hold-started' })).toBe(2);
    expect(await count({ event: 'call-ended' })).toBe(0);
    expect(await count({ resolved: 'true' })).toBe(2);
    expect(await count({ resolved: 'false' })).toBe(1);
    expect(await count({ event: 'hold-started', resolved: 'true', agent_email: rep.email })).toBe(1);
    expect(await count({ agent_email: '\0' })).toBe(0);
  });

  it('the filter by time of receipt includes the start and excludes the end', async () => {
    const filed = await fileEvents([0, 1, 2, 3]);
    const between = async (query: Record<string, string>) => ids((await reader.read<EventLog>('/events', query)).items);
    const at = (minute: number) => `2026-03-01T12:0${minute}:00Z`;
    expect(await between({ from: at(1), to: at(3) })).toEqual([filed[2], filed[1]]);
    expect(await between({ from: '2026-03-01T13:02:00+01:00' })).toEqual([filed[3], filed[2]]);
    expect(await between({ to: at(1) })).toEqual([filed[0]]);
    expect(await between({ from: at(2), to: at(2) })).toEqual([]);
    expect(await between({ to: '2026-03-01' })).toEqual([]);
    expect(await between({ from: '2026-03-01', to: '2026-03-02' })).toHaveLength(4);
  });
});

describe('pages', () => {
  it('are ordered by time of receipt, then by row id, for any page size', async () => {
    // The row ids of several instances may not be in order of receipt.
    const filed = await fileEvents([5, 3, 3, 3, 9, 1]);
    const expected = [4, 0, 3, 2, 1, 5].map((index) => filed[index]);
    for (const limit of [1, 2, 4, 200]) {
      expect(ids(await reader.readAll<LoggedEvent>('/events', { limit }))).toEqual(expected);
    }
    expect(
      ids(await reader.readAll('/events', { limit: 1, from: '2026-03-01T12:03:00Z', to: '2026-03-01T12:09:00Z' })),
    ).toEqual(expected.slice(1, 5));
  });

  it('stay correct while events arrive: no event is missing or duplicated', async () => {
    await fileEvents(Array.from({ length: 90 }, (_, minute) => minute));
    const before = ids(await reader.readAll<LoggedEvent>('/events', { limit: 200 }));
    const traffic: Promise<unknown>[] = [];
    const more = async () => {
      const sent = Array.from({ length: 8 }, () => dialler.send('hold-started'));
      traffic.push(...sent);
      await sent[0];
    };
    await more();
    const seen = ids(await reader.readAll<LoggedEvent>('/events', { limit: 7 }, more));
    await Promise.all(traffic);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
    expect(await reader.readAll('/events', { limit: 200 })).toHaveLength(before.length + traffic.length);
  });

  it('end early if a dialler sent a megabyte with each event, and miss nothing', async () => {
    const text = 'x'.repeat(1_000_000);
    for (let n = 0; n < 8; n += 1) await dialler.send('hold-started', { event_id: `${n}`, metadata: { text } });
    expect((await reader.read<EventLog>('/events', { limit: 200 })).items.length).toBeLessThan(8);
    const all = await reader.readAll<LoggedEvent>('/events', { limit: 200 });
    expect(all.map(({ event_id }) => event_id)).toEqual(['7', '6', '5', '4', '3', '2', '1', '0']);
  });
});

it.each([
  ['limit', '1000'],
  ['cursor', 'x'],
  ['cursor', Buffer.from('5 9223372036854775808').toString('base64url')],
  ['event', 'call-paused'],
  ['resolved', 'maybe'],
  ['from', 'yesterday'],
  ['from', '2024-02-31'],
  ['to', '0000-01-01'],
  ['agent_email', ''],
])('%s=%s is 422 and names the parameter', async (name, value) => {
  const answer = await reader.send('GET', `/events?${new URLSearchParams({ [name]: value })}`);
  expect([answer.status, answer.json]).toEqual([
    422,
    {
      detail: [
        { type: expect.any(String), loc: ['query', name], msg: expect.stringMatching(new RegExp(`^${name} must`)) },
      ],
    },
  ]);
});

it('an end before the start is 422', async () => {
  const answer = await reader.send('GET', '/events?from=2026-03-02&to=2026-03-01');
  expect(answer.json).toEqual({
    detail: [{ type: 'value_error', loc: ['query', 'to'], msg: 'to must not be before from' }],
  });
});

test('an agent is found whose address has a plus sign that is not encoded in the query', async () => {
  const [id] = await fileEvents([1], { email: 'ann+us@acme.test' });
  for (const query of ['agent_email=ann+us@acme.test', 'q=ann+us@acme.test', 'agent_email=ann%2Bus@acme.test']) {
    const { json } = await reader.send('GET', `/events?${query}`);
    expect(eventLogSchema.parse(json).items.map((item) => item.id)).toEqual([id]);
  }
});

test('an agent is found whose address came with a space for its plus sign, together with the events that have it', async () => {
  const [lost] = await fileEvents([1], { email: 'ann us@acme.test' });
  const [kept] = await fileEvents([2], { email: 'ann+us@acme.test' });
  for (const query of ['agent_email=ann%20us@acme.test', 'q=ann%20us@acme.test']) {
    const { json } = await reader.send('GET', `/events?${query}`);
    expect(eventLogSchema.parse(json).items.map((item) => item.id)).toEqual([kept, lost]);
  }
});

describe('a part of a value', () => {
  const found = async (q: string, query: Record<string, string> = {}) => {
    const { items } = await reader.read<EventLog>('/events', { q, outcome: 'all', ...query });
    return items.map(({ agent_email, event }) => [agent_email, event]);
  };

  it('finds the events of the users, the unknown agents and the refused requests with that part, newest first', async () => {
    await dialler.send('call-started');
    await fileEvents([1], { email: 'robin@typo.example' });
    await fileEvents([2], { email: 'other@typo.example' });
    await service.query(
      `INSERT INTO refused_requests (brand_id, received_at, status, reason, request_id, event, agent_email)
       VALUES ($1, '2026-03-01T12:03:00Z', 422, 'r', 'q', 'call-ended', 'sandy@typo.example')`,
      [brand.id],
    );
    const [part = ''] = rep.email.split('@');
    expect(await found(part.toUpperCase())).toEqual([[rep.email, 'call-started']]);
    expect(await found('typo.ex')).toEqual([
      ['sandy@typo.example', 'call-ended'],
      ['other@typo.example', 'hold-started'],
      ['robin@typo.example', 'hold-started'],
    ]);
    expect(await found('@typo', { outcome: 'accepted', from: '2026-03-01T12:02:00Z' })).toEqual([
      ['other@typo.example', 'hold-started'],
    ]);
  });

  it('finds all events of the calls whose number has these digits, in any notation', async () => {
    await dialler.send('call-started', { phone_number: '+14155550134' });
    await dialler.send('hold-started');
    await dialler.send('call-started', { phone_number: '+14155550999' });
    for (const part of ['0134', '550134', '(415) 555-01', '555 0134']) {
      expect([part, await found(part)]).toEqual([
        part,
        [
          [rep.email, 'hold-started'],
          [rep.email, 'call-started'],
        ],
      ]);
    }
    expect(await found('0135')).toEqual([]);
    expect(await found('34')).toEqual([]);
  });

  it('has no placeholders', async () => {
    await fileEvents([1], { email: 'a_b%c\\d@reps.example' });
    await fileEvents([2], { email: 'axbxcxd@reps.example' });
    for (const part of ['a_b', 'b%c', 'c\\d@'])
      expect([part, await found(part)]).toEqual([part, [['a_b%c\\d@reps.example', 'hold-started']]]);
    expect(await found('%%')).toEqual([]);
  });

  it('that ten addresses and more have is said to have more, and its pages are complete', async () => {
    for (let n = 0; n < 12; n += 1) await fileEvents([n, n + 20], { email: `agent-${n}@many.example` });
    const page = await reader.read<EventLog>('/events', { q: '@many.ex', limit: '3' });
    expect(page.more_matches).toBe(true);
    const all = await reader.readAll<LoggedEvent>('/events', { q: '@many.ex', limit: 3 });
    expect(all).toHaveLength(20);
    expect(new Set(ids(all)).size).toBe(20);
    const instants = all.map(({ received_at }) => received_at);
    expect(instants).toEqual([...instants].sort().reverse());
  });

  it('is not looked for in other brands', async () => {
    const other = await addBrand(service);
    const stranger = await addUser(service, other, { email: 'sam@strange.example' });
    await createRepsDialler(createDialler(service.clients[0], other), stranger).send('call-started', {
      phone_number: '+14155558888',
    });
    expect(await found('strange')).toEqual([]);
    expect(await found('8888')).toEqual([]);
  });
});

test('events of the reps of callside simulate are marked as tests', async () => {
  await diallerOf({ email: 'sim-1-rep-1@simulated.invalid' }).send('hold-started');
  await dialler.send('hold-started');
  const { items } = await reader.read<EventLog>('/events');
  expect(items.map((item) => 'is_test' in item)).toEqual([false, true]);
});
