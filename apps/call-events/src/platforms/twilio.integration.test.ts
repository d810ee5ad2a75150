import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import { until } from '@callside/test-kit';
import { answer } from '../../test/support/dialler.ts';
import { callsOf, eventsOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

const authToken = 'the auth token of the account';

let service: ServiceUnderTest;
let scene: Scene;
let calls = 0;
let callSid: string;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://events.example' });
});
beforeEach(async () => {
  scene = await newRep(service);
  calls += 1;
  callSid = `CA${calls}`;
  await switchOn('twilio', authToken);
});
afterAll(() => service.close());

async function switchOn(platform: string, secret: string | null, { sealedWith = sessionSecret } = {}) {
  const sealed = secret === null ? null : createSecretBox({ secrets: [sealedWith] }).seal(secret);
  await service.query('INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, $2, $3)', [
    scene.brand.id,
    platform,
    sealed,
  ]);
}

interface Post {
  agent?: string;
  scheme?: string;
  signature?: string | null;
  body?: string;
  target?: string;
  method?: string;
}

function post(fields: Record<string, string>, { agent = scene.rep.email, scheme = 'https', ...options }: Post = {}) {
  const form = new URLSearchParams({
    CallSid: callSid,
    From: '+14155550134',
    To: '+18005550100',
    Direction: 'inbound',
    ...fields,
  });
  const target = options.target ?? `/integrations/twilio?agent=${encodeURIComponent(agent)}&shift=a%20b`;
  const signature =
    options.signature === undefined
      ? signTwilio(authToken, `${scheme}://${scene.brand.host}${target}`, form)
      : options.signature;
  return service.clients[0].send({
    method: options.method ?? 'POST',
    path: target,
    headers: {
      host: scene.brand.host,
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      ...(signature !== null && { 'x-twilio-signature': signature }),
    },
    body: options.body ?? form.toString(),
  });
}

const status = (CallStatus: string, options?: Post) => post({ CallStatus }, options);

/** Sorted: entries of requests with and without a checked signature are filed side by side, in any order. */
async function refusedReasons(count: number): Promise<string[]> {
  let reasons: string[] = [];
  await until(`${count} refused requests are on file`, async () => {
    const rows = await service.query<{ status: number; reason: string; body: unknown }>(
      'SELECT status, reason, body FROM refused_requests WHERE brand_id = $1',
      [scene.brand.id],
    );
    reasons = rows.map(({ status, reason }) => `${status} ${reason}`).sort();
    expect(rows.every(({ body }) => body === null)).toBe(true);
    return rows.length >= count;
  });
  return reasons;
}

test('the status in-progress starts a call and completed ends it, as with webhooks', async () => {
  const started = await status('in-progress');
  expect([started.status, started.json]).toEqual([200, { events: [{ event: 'call-started', ...answer({}) }] }]);
  expect(await callsOf(service, scene.rep)).toMatchObject([{ phone_number: '+14155550134', ended_at: null }]);
  expect((await status('completed')).json).toEqual({ events: [{ event: 'call-ended', ...answer({}) }] });
  const [call] = await callsOf(service, scene.rep);
  expect(call).toMatchObject({ ended_at: expect.any(Date) });
  expect(await eventsOf(service, scene.rep)).toMatchObject([
    { event: 'call-started', event_id: `twilio:${callSid}:${scene.rep.email}:in-progress` },
    { event: 'call-ended', event_id: `twilio:${callSid}:${scene.rep.email}:completed` },
  ]);
});

test('its events are counted as accepted, once as recorded and then as duplicates', async () => {
  const counted = async (outcome: string) => {
    const { text } = await service.clients[0].send({ method: 'GET', path: '/metrics', headers: { host: 'localhost' } });
    const line = new RegExp(
      `^call_events_accepted_total\\{event="call-ended",outcome="${outcome}"[^}]*\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(text)?.[1] ?? 0);
  };
  const before = [await counted('recorded'), await counted('duplicate')] as const;
  await status('completed');
  await status('completed');
  expect([await counted('recorded'), await counted('duplicate')]).toEqual([before[0] + 1, before[1] + 1]);
});

test('irrelevant statuses and recording callbacks are answered with no events', async () => {
  for (const CallStatus of ['queued', 'ringing', 'busy', 'failed', 'no-answer', 'canceled', 'unheard-of']) {
    expect(await status(CallStatus)).toMatchObject({ status: 200, json: { events: [] } });
  }
  expect(await post({ RecordingSid: 'RE1', RecordingStatus: 'completed' })).toMatchObject({ json: { events: [] } });
  expect(await eventsOf(service, scene.rep)).toEqual([]);
});

test('a start that its end overtook is recorded without a call', async () => {
  const inactive = answer({ active: false });
  expect((await status('completed')).json).toEqual({ events: [{ event: 'call-ended', ...inactive }] });
  expect((await status('in-progress')).json).toEqual({ events: [{ event: 'call-started', ...inactive }] });
  expect(await callsOf(service, scene.rep)).toEqual([]);
});

test('a repeated request is a duplicate', async () => {
  await status('in-progress');
  const again = await Promise.all([status('in-progress'), status('in-progress')]);
  for (const { json } of again) {
    expect(json).toEqual({ events: [{ event: 'call-started', ...answer({ duplicate: true }) }] });
  }
  expect(await callsOf(service, scene.rep)).toHaveLength(1);
});

test('the agent may be an alias', async () => {
  await service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
    scene.brand.id,
    'ext 1001',
    scene.rep.id,
  ]);
  expect((await status('in-progress', { agent: 'EXT 1001' })).json).toMatchObject({
    events: [{ agent_resolved: true }],
  });
  expect(await callsOf(service, scene.rep)).toHaveLength(1);
});

test.each<[string, Post]>([
  ['no signature', { signature: null }],
  ['a wrong signature', { signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' }],
  ['the signature of the address over http', { scheme: 'http' }],
  ['a changed body', { body: 'CallSid=CA9&CallStatus=in-progress&From=%2B1' }],
])('%s is 401 and leaves only a refused entry', async (_what, options) => {
  expect(await status('in-progress', options)).toMatchObject({
    status: 401,
    json: { detail: 'Signature is invalid or missing.' },
  });
  expect(await refusedReasons(1)).toEqual(['401 Twilio: The signature is wrong or missing.']);
  expect(await eventsOf(service, scene.rep)).toEqual([]);
  expect(service.logged()).not.toContain(authToken);
});

test('a key of the brand does not replace the signature', async () => {
  const sent = await service.clients[0].send({
    path: '/integrations/twilio?agent=x',
    headers: { host: scene.brand.host, 'x-api-key': scene.brand.key },
    body: `CallSid=${callSid}&CallStatus=in-progress`,
  });
  expect(sent.status).toBe(401);
});

test('an unusable request is refused with a reason', async () => {
  const noAgent = await status('in-progress', { target: '/integrations/twilio' });
  expect(noAgent).toMatchObject({
    status: 422,
    json: { detail: [{ type: 'payload_invalid', loc: ['body'], msg: expect.stringContaining('add ?agent=') }] },
  });
  const large = await status('in-progress', { body: `CallSid=${'x'.repeat(257 * 1024)}` });
  expect(large.status).toBe(413);
  expect(await status('in-progress', { method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  expect(await status('in-progress', { target: '/integrations/telex' })).toMatchObject({
    status: 404,
    json: { detail: 'There is no such platform.' },
  });
  expect(await refusedReasons(3)).toEqual([
    '404 There is no such platform.',
    '413 Twilio: The body is too large.',
    expect.stringContaining('422 Twilio: The payload could not be used'),
  ]);
});

test('the answer does not show whether the platform is switched on: only the event log shows it', async () => {
  const answers = [await status('in-progress', { signature: 'wrong' })];
  scene = await newRep(service);
  answers.push(await status('in-progress', { signature: 'wrong' }), await status('in-progress'));
  const [wrong, ...off] = answers.map(({ status, text, headers: { date, 'x-request-id': _, ...headers } }) => {
    return { status, text, headers };
  });
  expect(wrong).toMatchObject({ status: 401 });
  expect(off).toEqual([wrong, wrong]);
  const reason = '401 Twilio: not switched on for this brand: callside integration set switches it on.';
  expect(await refusedReasons(2)).toEqual([reason, reason]);
});

test('a secret that was encrypted with an unknown key is an internal error without the secret', async () => {
  await service.query('DELETE FROM integrations WHERE brand_id = $1', [scene.brand.id]);
  await switchOn('twilio', authToken, { sealedWith: 'another secret of thirty-two characters' });
  expect(await status('in-progress')).toMatchObject({ status: 500, json: { detail: 'internal error' } });
});

test('the integration of one brand is not used for another brand', async () => {
  const { brand } = scene;
  scene = await newRep(service);
  expect(brand.id).not.toBe(scene.brand.id);
  expect((await status('in-progress')).status).toBe(401);
});
