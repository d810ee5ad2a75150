import { CallsideError, type ClientOptions, DiallerClient, type Retry } from '../../src/index.ts';
import { type ScriptedServer, startScriptedServer, type Turn } from '../support/scripted-server.ts';

const accepted = { accepted: true, duplicate: false, agent_resolved: true, call_active: true, delivered_sockets: 1 };
const fine: Turn = { status: 200, body: accepted };
const apiKey = `cs_live_${'0f'.repeat(20)}`;
const start = { agent_email: 'rep@northwind.example', phone_number: '+14155550134' };

let server: ScriptedServer | undefined;
let servers: ScriptedServer[];
let waits: number[];
let retries: Retry[];

beforeEach(() => {
  servers = [];
  server = undefined;
  waits = [];
  retries = [];
});
afterEach(() => Promise.all(servers.map(({ close }) => close())));

async function startServer(turns: readonly Turn[]): Promise<ScriptedServer> {
  const started = await startScriptedServer(turns);
  servers.push(started);
  return started;
}

/** A client of a server that acts as scripted. Its pauses are recorded and take no time. */
async function clientOf(turns: readonly Turn[], options: Partial<ClientOptions> = {}): Promise<DiallerClient> {
  server = await startServer(turns);
  return clientAt(server.baseUrl, options);
}

function clientAt(baseUrl: string, options: Partial<ClientOptions> = {}): DiallerClient {
  return new DiallerClient({
    baseUrl,
    apiKey,
    wait: async (ms) => {
      waits.push(ms);
    },
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<CallsideError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallsideError)) throw new Error(`not a CallsideError: ${error}`);
  return error;
}

const bodies = () => server?.heard.map(({ body }) => JSON.parse(body)) ?? [];

test('the client posts the event with the key in its header, and nowhere else', async () => {
  const client = await clientOf([fine]);
  expect(await client.callStarted({ ...start, event_id: 'e1', metadata: { queue: 'sales' } })).toEqual(accepted);
  expect(server?.heard).toMatchObject([
    { method: 'POST', url: '/call-events/call-started', headers: { 'x-api-key': apiKey } },
  ]);
  expect(bodies()).toEqual([{ ...start, event_id: 'e1', metadata: { queue: 'sales' } }]);
  expect(waits).toEqual([]);
});

test('the client uses the path of each of the six events', async () => {
  const client = await clientOf([fine, fine, fine, fine, fine, fine]);
  const body = { agent_email: start.agent_email };
  await client.callStarted(start);
  await client.callEnded(body);
  await client.holdStarted(body);
  await client.holdEnded(body);
  await client.recordingPaused(body);
  await client.recordingResumed(body);
  expect(server?.heard.map(({ url }) => url)).toEqual([
    '/call-events/call-started',
    '/call-events/call-ended',
    '/call-events/hold-started',
    '/call-events/hold-ended',
    '/call-events/recording-paused',
    '/call-events/recording-resumed',
  ]);
});

describe('retries', () => {
  test.each<[string, Turn, { status: number | null; message: RegExp }]>([
    ['a timeout', 'hang', { status: null, message: /not answered within 1000 ms/ }],
    ['a reset connection', 'reset', { status: null, message: /did not reach the service/ }],
    ['a connection that breaks amid a 200', 'reset amid answer', { status: null, message: /did not reach/ }],
    ['a 500', { status: 500, body: { detail: 'Internal error', request_id: 'r1' } }, { status: 500, message: /500/ }],
    ['a 502 of a proxy', { status: 502, body: '<html>Bad gateway</html>' }, { status: 502, message: /502/ }],
    ['a 503', { status: 503, body: { detail: 'Unavailable' } }, { status: 503, message: /503: Unavailable/ }],
  ])('the client retries a second after %s', async (_what, turn, { status, message }) => {
    const client = await clientOf([turn, fine], { timeoutMs: 1_000 });
    expect(await client.callStarted(start)).toEqual(accepted);
    expect(waits).toEqual([1_000]);
    expect(retries).toMatchObject([{ delayMs: 1_000, error: { status, attempts: 1 } }]);
    expect(retries[0]?.error.message).toMatch(message);
  });

  test('the client retries after 1, 4 and 15 s, then rejects with the last error', async () => {
    const last: Turn = { status: 503, headers: { 'x-request-id': 'r4' }, body: { detail: 'Try later' } };
    const client = await clientOf([{ status: 500 }, 'reset', { status: 504 }, last]);
    const error = await failureOf(client.callStarted(start));
    expect(waits).toEqual([1_000, 4_000, 15_000]);
    expect(error).toMatchObject({ status: 503, detail: 'Try later', requestId: 'r4', attempts: 4 });
    expect(server?.heard).toHaveLength(4);
  });

  test('the client retries when no server listens, and gives the reason', async () => {
    const { baseUrl, close } = await startScriptedServer([]);
    await close();
    const error = await failureOf(clientAt(baseUrl).callStarted(start));
    expect(waits).toEqual([1_000, 4_000, 15_000]);
    expect(error).toMatchObject({ status: null, detail: null, requestId: null, attempts: 4 });
    expect(error.message).toMatch(/ECONNREFUSED/);
    expect(error.cause).toMatchObject({ message: 'fetch failed' });
  });

  test('the client retries after its own delays, also when there is a Retry-After', async () => {
    const busy: Turn = { status: 503, headers: { 'retry-after': '120' }, body: { detail: 'Unavailable' } };
    const client = await clientOf([busy, fine]);
    await client.callStarted(start);
    expect(waits).toEqual([1_000]);
  });

  test('the client retries as often as configured', async () => {
    const client = await clientOf([{ status: 500 }, { status: 500 }, { status: 500 }], { retryDelaysMs: [5, 10] });
    expect(await failureOf(client.callStarted(start))).toMatchObject({ attempts: 3 });
    expect(waits).toEqual([5, 10]);
  });

  test.each([
    ['given', { event_id: 'my own' }, 'my own'],
    ['made from the reference of the call', { callReference: 'call-17' }, 'call-17:call-started:1'],
    ['of chance', {}, expect.stringMatching(/^[0-9a-f]{32}$/)],
  ])('the client retries with the same event_id when it is %s', async (_how, identity, id) => {
    const client = await clientOf(['reset', { status: 500 }, 'hang', fine], { timeoutMs: 1_000 });
    await client.callStarted({ ...start, ...identity });
    const ids = bodies().map(({ event_id }) => event_id);
    expect(ids).toEqual([id, id, id, id]);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('does not retry', () => {
  const issue = { type: 'missing', loc: ['body', 'agent_email'], msg: 'agent_email is required' };

  test.each([
    [401, { detail: 'The API key is invalid or missing.' }],
    [404, { detail: 'Not found' }],
    [422, { detail: [issue] }],
    [400, 'no JSON at all'],
    [413, { detail: 'Too large' }],
    [429, { detail: 'Slow down' }],
  ])('the client does not retry when the answer is %d', async (status, body) => {
    const client = await clientOf([{ status, headers: { 'retry-after': '0' }, body }, fine]);
    const error = await failureOf(client.callStarted(start));
    const detail = typeof body === 'string' ? null : body.detail;
    expect(error).toMatchObject({ status, detail, attempts: 1 });
    expect(server?.heard).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(error.message).not.toContain(apiKey);
  });

  test('the client does not retry when it is redirected, and never sends the key there', async () => {
    const elsewhere = await startServer([fine]);
    const client = await clientOf([{ status: 307, headers: { location: elsewhere.baseUrl } }]);
    expect(await failureOf(client.callStarted(start))).toMatchObject({ status: 307, attempts: 1 });
    expect(elsewhere.heard).toEqual([]);
  });

  test.each(['<html>Sign in to the Wi-Fi</html>', '{}', ''])(
    'the client does not retry when a 200 is %j, which is not an answer of Callside',
    async (body) => {
      const client = await clientOf([{ status: 200, body }, fine]);
      expect(await failureOf(client.callStarted(start))).toMatchObject({ status: 200, attempts: 1 });
      expect(server?.heard).toHaveLength(1);
    },
  );

  test('the client stops reading a 200 that is longer than any answer of Callside, and does not retry', async () => {
    const client = await clientOf(['never end', fine], { timeoutMs: 60_000 });
    expect(await failureOf(client.callStarted(start))).toMatchObject({
      status: 200,
      attempts: 1,
      message: expect.stringContaining('not an answer of Callside'),
    });
  });

  test('the client does not retry when the answer of a retry is final', async () => {
    const client = await clientOf([{ status: 500 }, { status: 401, body: { detail: 'No' } }, fine]);
    expect(await failureOf(client.callStarted(start))).toMatchObject({ status: 401, attempts: 2 });
    expect(waits).toEqual([1_000]);
  });
});

test('the client rejects a hold without an ordinal before sending it', async () => {
  const client = await clientOf([fine]);
  const body = { agent_email: start.agent_email, callReference: 'call-17' };
  await expect(client.holdStarted(body)).rejects.toThrow(RangeError);
  expect(server?.heard).toEqual([]);
  await client.holdStarted({ ...body, ordinal: 2 });
  expect(bodies()).toEqual([{ agent_email: start.agent_email, event_id: 'call-17:hold-started:2' }]);
});

test('the client gives two events without a reference different ids', async () => {
  const client = await clientOf([fine, fine]);
  await client.recordingPaused({ agent_email: start.agent_email });
  await client.recordingPaused({ agent_email: start.agent_email });
  const [first, second] = bodies();
  expect(first.event_id).not.toBe(second.event_id);
});

test('the client gives two calls whose reference is null different ids', async () => {
  const client = await clientOf([fine, fine]);
  const call = { ...start, callReference: null as unknown as string };
  await client.callStarted(call);
  await client.callStarted(call);
  const [first, second] = bodies();
  expect(first.event_id).not.toBe(second.event_id);
});

test('the client sends the time of the event as an instant, from a date or a text', async () => {
  const client = await clientOf([fine, fine]);
  await client.callStarted({ ...start, occurred_at: new Date('2026-11-20T08:30:00Z') });
  await client.callStarted({ ...start, occurred_at: '2026-11-20T09:30:00+01:00' });
  expect(bodies().map(({ occurred_at }) => occurred_at)).toEqual([
    '2026-11-20T08:30:00.000Z',
    '2026-11-20T09:30:00+01:00',
  ]);
});

test('the client refuses a key that cannot be a header, without repeating it', () => {
  const make = () => new DiallerClient({ baseUrl: 'https://events.brand.example', apiKey: 'secret\nvalue' });
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow(/secret/);
});

test.each(['', ' ', undefined as unknown as string])('the client refuses the key %j, which is none', (apiKey) => {
  expect(() => new DiallerClient({ baseUrl: 'https://events.brand.example', apiKey })).toThrow(/^apiKey must /);
});
