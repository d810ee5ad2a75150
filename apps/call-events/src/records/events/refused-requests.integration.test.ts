import { type EventLog, type EventLogItem, eventLogSchema, type RefusedRequestView } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler, createRepsDialler, type Dialler } from '../../../test/support/dialler.ts';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;
let dialler: Dialler;

beforeAll(async () => {
  service = await startService({ trustProxy: ['127.0.0.1'] });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, rep);
  dialler = createDialler(service.clients[0], brand);
});
afterAll(() => service.close());

async function refused(count: number, query: Record<string, string> = {}): Promise<RefusedRequestView[]> {
  let items: EventLogItem[] = [];
  await until(`${count} refused requests are on file`, async () => {
    const log = await reader.read<EventLog>('/events', { outcome: 'refused', ...query });
    expect(eventLogSchema.parse(log)).toEqual(log);
    items = log.items;
    return items.length >= count;
  });
  expect(items).toHaveLength(count);
  return items as RefusedRequestView[];
}

const unknownKey = `cs_live_${'0'.repeat(40)}`;
const sentKey = (key: string) => ({ 'x-api-key': key });

it("the log shows a refused request with its status, reason and request id, and the sender's address", async () => {
  const answer = await dialler.post(
    'call-started',
    { agent_email: ` ${rep.email.toUpperCase()}` },
    { 'x-request-id': 'the-request', 'x-forwarded-for': '203.0.113.9' },
  );
  expect(answer.status).toBe(422);
  const [key] = await service.query<{ id: string }>('SELECT id FROM api_keys WHERE brand_id = $1', [brand.id]);
  expect(await refused(1)).toEqual([
    {
      outcome: 'refused',
      id: expect.stringMatching(/^r\d+$/),
      event: 'call-started',
      agent_email: rep.email,
      received_at: expect.any(String),
      status: 422,
      reason: 'phone_number is required',
      request_id: 'the-request',
      api_key_id: key?.id,
      address: '203.0.113.9',
    },
  ]);
});

it.each([
  ['an unknown key', async () => unknownKey, 'The API key is not known.'],
  ['a malformed key', async () => 'cs_live_oops', 'The API key is malformed.'],
  ["another brand's key", async () => (await addBrand(service)).key, 'The API key is not known.'],
  [
    'a key of another feature',
    async () => (await addKey(service, brand, { feature: 'recommender' })).key,
    'The API key is for another feature.',
  ],
  [
    'an expired key',
    async () => (await addKey(service, brand, { expiresAt: new Date(0) })).key,
    'The API key has expired.',
  ],
  [
    'a revoked key',
    async () => {
      const { id, key } = await addKey(service, brand);
      await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
      return key;
    },
    'The API key was revoked.',
  ],
])('the log shows the reason of a 401 for %s, and never the key', async (_what, keyOf, reason) => {
  const key = await keyOf();
  const answer = await dialler.post('hold-started', { agent_email: rep.email }, sentKey(key));
  expect([answer.status, answer.json]).toEqual([401, { detail: 'API key is invalid or missing.' }]);
  const [entry] = await refused(1);
  expect(entry).toMatchObject({ status: 401, reason, event: 'hold-started' });
  expect(JSON.stringify(entry)).not.toContain(key.slice(8));
});

it('the log shows the reason of a 401 for a key in the Authorization header, and never the key', async () => {
  const basic = Buffer.from(`dialler:${unknownKey}`).toString('base64');
  for (const authorization of [`Bearer ${unknownKey}`, `Basic ${basic}`]) {
    await service.clients[0].send({
      path: '/call-events/hold-started',
      headers: { host: brand.host, authorization },
      body: JSON.stringify({ agent_email: rep.email }),
    });
  }
  const entries = await refused(2);
  expect(entries.map(({ status, reason }) => [status, reason])).toEqual(
    [401, 401].map((status) => [status, 'The API key is not known.']),
  );
  const rows = await service.query<{ row: string }>('SELECT r::text AS row FROM refused_requests r');
  for (const secret of [unknownKey, basic]) {
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
    expect(service.logged()).not.toContain(secret);
  }
});

it('only the address of the rep is stored from a body', async () => {
  const secret = '4111111111111111';
  await dialler.post('call-started', { agent_email: rep.email, phone_number: 5, metadata: { card: secret } });
  await dialler.post('call-started', `{"card": "${secret}" oops`);
  await dialler.post('call-started', { agent_email: 'x'.repeat(2_000), phone_number: 5 });
  const [tooLong, broken, wrong] = await refused(3);
  expect(wrong).toMatchObject({ agent_email: rep.email, reason: 'phone_number must be a string' });
  expect(broken).toMatchObject({ agent_email: null, status: 422 });
  expect(broken?.reason).toMatch(/^The body could not be parsed as JSON: .* at line 1 column 29/);
  expect(tooLong).toMatchObject({ agent_email: null });
  const rows = await service.query<{ row: string }>('SELECT r::text AS row FROM refused_requests r');
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
});

it('the log shows 404 for an unknown event and 413, but neither 405 nor other unknown paths', async () => {
  await dialler.post('call-began', { agent_email: rep.email });
  await dialler.post('call-started', 'x'.repeat(1024 * 1024 + 1));
  await service.clients[0].send({ method: 'GET', path: '/call-events/call-started', headers: { host: brand.host } });
  await service.clients[0].send({ method: 'GET', path: '/nowhere', headers: { host: brand.host } });
  const entries = await refused(2);
  expect(entries.map(({ status, event, reason }) => [status, event, reason])).toEqual([
    [413, 'call-started', 'The body is too large.'],
    [404, null, 'There is no such event.'],
  ]);
});

it('the log omits requests without anything like a Callside key, and those to an unknown host', async () => {
  const body = { agent_email: rep.email };
  await dialler.post('hold-started', body, sentKey(''));
  await dialler.post('hold-started', body, sentKey('sk_live_something'));
  await dialler.post('hold-started', body, { host: 'nobody.example' });
  await dialler.post('hold-started', body, { ...sentKey(unknownKey), 'x-request-id': 'positive-signal' });
  expect(await refused(1)).toMatchObject([{ request_id: 'positive-signal' }]);
});

describe('the outcome filter', () => {
  it('defaults to accepted; refused and all are available', async () => {
    const reps = createRepsDialler(dialler, rep);
    await reps.send('call-started');
    await dialler.post('call-ended', { agent_email: rep.email }, sentKey(unknownKey));
    await refused(1);
    await reps.send('hold-started');
    const outcomes = async (query: Record<string, string>) =>
      (await reader.read<EventLog>('/events', query)).items.map((item) => `${item.outcome} ${item.event}`);
    const accepted = ['accepted hold-started', 'accepted call-started'];
    expect(await outcomes({})).toEqual(accepted);
    expect(await outcomes({ outcome: 'accepted' })).toEqual(accepted);
    expect(await outcomes({ outcome: 'refused' })).toEqual(['refused call-ended']);
    expect((await outcomes({ outcome: 'all' })).sort()).toEqual([...accepted, 'refused call-ended'].sort());
    expect((await reader.send('GET', '/events?outcome=some')).status).toBe(422);
  });

  it('is combined with the other filters, if a refused request has their fields', async () => {
    await dialler.post('hold-started', { agent_email: rep.email }, sentKey(unknownKey));
    await dialler.post('hold-ended', { agent_email: 'other@reps.example' }, sentKey(unknownKey));
    await dialler.post('hold-ended', 'no JSON', sentKey(unknownKey));
    const [last] = await refused(3);
    expect(await refused(1, { agent_email: rep.email.toUpperCase() })).toMatchObject([{ event: 'hold-started' }]);
    expect(await refused(2, { event: 'hold-ended' })).toHaveLength(2);
    expect(await refused(1, { event: 'hold-ended', agent_email: 'other@reps.example' })).toHaveLength(1);
    expect(await refused(0, { resolved: 'false' })).toEqual([]);
    expect(await refused(0, { to: '2026-01-01' })).toEqual([]);
    expect(await refused(3, { from: '2026-01-01' })).toHaveLength(3);
    expect(await refused(0, { from: new Date(Date.parse(last?.received_at ?? '') + 1).toISOString() })).toEqual([]);
  });

  it('the outcome filter all shows accepted and refused requests page by page, newest first, for any page size', async () => {
    const reps = createRepsDialler(dialler, rep);
    for (let n = 0; n < 4; n += 1) {
      await reps.send('hold-started');
      await dialler.post('hold-started', { agent_email: rep.email }, sentKey(unknownKey));
    }
    await refused(4);
    const whole = await reader.read<EventLog>('/events', { outcome: 'all' });
    expect(whole.items).toHaveLength(8);
    const times = whole.items.map(({ received_at }) => received_at);
    expect(times).toEqual([...times].sort().reverse());
    for (const limit of [1, 3, 7]) {
      expect(await reader.readAll('/events', { outcome: 'all', limit })).toEqual(whole.items);
      expect(await reader.readAll('/events', { outcome: 'refused', limit })).toEqual(
        whole.items.filter(({ outcome }) => outcome === 'refused'),
      );
    }
  });

  it('excludes requests of other brands', async () => {
    await dialler.post('hold-started', {}, {});
    await refused(1);
    const other = await addBrand(service);
    const stranger = await Reader.of(service.clients[0], other, await addUser(service, other));
    expect(await stranger.read('/events', { outcome: 'all' })).toEqual({ items: [], next_cursor: null });
  });
});

/** Of senders with a key. As if they came during the last seconds, so that a busy machine does not need more than the minute for all. */
const fileEarlier = (count: number) =>
  service.query(
    `INSERT INTO refused_requests (brand_id, received_at, status, reason, request_id, authenticated)
     SELECT $1, now(), 422, 'earlier', 'earlier ' || n, true FROM generate_series(1, $2::int) AS n`,
    [brand.id, count],
  );
const countedOnly = async () => {
  const { text } = await service.clients[0].send({ method: 'GET', path: '/metrics' });
  return Number(/^refused_requests_not_filed_total\{cause="limit".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

it('at most 600 requests a minute of senders with a key are stored for a brand, and the others are counted', async () => {
  const others = await addBrand(service);
  await fileEarlier(550);
  const countedBefore = await countedOnly();
  await Promise.all(Array.from({ length: 100 }, () => dialler.post('hold-started', {}, {})));
  await until('50 are counted only', async () => (await countedOnly()) === countedBefore + 50);
  const count = (id: string) =>
    service.query('SELECT count(*)::int AS count FROM refused_requests WHERE brand_id = $1', [id]);
  expect(await count(brand.id)).toEqual([{ count: 600 }]);
  await createDialler(service.clients[0], others).post('hold-started', {});
  await until('another brand is not concerned', async () => {
    const [row] = await service.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM refused_requests WHERE brand_id = $1',
      [others.id],
    );
    return row?.count === 1;
  });
});

it('at most 600 requests a minute are stored for a brand, those with and without a key together', async () => {
  await fileEarlier(595);
  const countedBefore = await countedOnly();
  await Promise.all(Array.from({ length: 20 }, () => dialler.post('hold-started', {}, sentKey(unknownKey))));
  await until('15 are counted only', async () => (await countedOnly()) === countedBefore + 15);
  const kept = 'SELECT count(*)::int AS count FROM refused_requests WHERE brand_id = $1 GROUP BY authenticated';
  expect(await service.query(`${kept} ORDER BY 1`, [brand.id])).toEqual([{ count: 5 }, { count: 595 }]);
});

describe('unauthenticated requests', () => {
  const onFile = async (where: string) => {
    const text = `SELECT count(*)::int AS count FROM refused_requests WHERE brand_id = $1 AND ${where}`;
    const [row] = await service.query<{ count: number }>(text, [brand.id]);
    return row?.count ?? 0;
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const wrongKey = (address: string) =>
    dialler.post('hold-started', { agent_email: rep.email }, { ...sentKey(unknownKey), ...from(address) });
  const wrongPath = (address: string) => dialler.post('call-began', {}, { ...sentKey(''), ...from(address) });

  /** 40 from each of 10 addresses. */
  async function flood(): Promise<void> {
    for (let n = 0; n < 10; n += 1) {
      const address = `203.0.113.${n}`;
      await Promise.all(Array.from({ length: 20 }, () => [wrongKey(address), wrongPath(address)]).flat());
    }
  }

  it('have their own share, and each address has a part of it', async () => {
    await Promise.all(Array.from({ length: 50 }, () => wrongKey('203.0.113.1')));
    await wrongPath('203.0.113.2');
    await until('the other address is on file', async () => (await onFile(`address = '203.0.113.2'`)) === 1);
    await until('30 of the first are', async () => (await onFile(`address = '203.0.113.1'`)) === 30);
    await flood();
    await until('the share is used up', async () => (await onFile('true')) === 120);
  });

  it('do not use the share of senders with a key, even if these were refused before their key was checked', async () => {
    await flood();
    await until('their share is used up', async () => (await onFile('true')) === 120);
    const [key] = await service.query<{ id: string }>('SELECT id FROM api_keys WHERE brand_id = $1', [brand.id]);
    await dialler.post('hold-started', {});
    await dialler.post('call-began', {});
    await dialler.post('hold-started', '{"broken');
    await until('all three are on file', async () => (await onFile('authenticated')) === 3);
    const kept = await service.query<{ status: number }>(
      'SELECT status, api_key_id FROM refused_requests WHERE brand_id = $1 AND authenticated',
      [brand.id],
    );
    const expected = [404, 422, 422].map((status) => ({ status, api_key_id: key?.id }));
    expect(kept.toSorted((one, other) => one.status - other.status)).toEqual(expected);
    expect(await onFile('NOT authenticated')).toBe(120);
  });
});
