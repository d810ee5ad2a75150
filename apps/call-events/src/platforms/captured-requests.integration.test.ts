import { createHash, createHmac } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import { type Adapter, findAdapter, queryNaming, signTwilio } from '@callside/dialler-adapters';
import { until } from '@callside/test-kit';
import { addUser } from '../../test/support/organisations.ts';
import { stateOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

const secret = 'the secret of the platform';
const year = 365 * 24 * 3_600_000;
let service: ServiceUnderTest;
let scene: Scene;
let other: { id: string; email: string };

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://events.example' });
});
beforeEach(async () => {
  scene = await newRep(service);
  other = await addUser(service, scene.brand);
  for (const platform of ['twilio', 'dialpad', 'vonage', 'aircall', 'ringcentral']) {
    const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(secret);
    await service.query('INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, $2, $3)', [
      scene.brand.id,
      platform,
      sealed,
    ]);
  }
});
afterAll(() => service.close());

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(claims: object): string {
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

interface Call {
  id: string;
  agent: string;
  at: number;
  status?: 'start' | 'end';
}

/** The request of a platform for a call, as it comes from the platform: `query` is of the address that the brand has entered. */
const requests: Record<string, (call: Call) => { headers: Record<string, string>; query: string; body: string }> = {
  vonage: ({ id, agent, at, status = 'start' }) => {
    const time = new Date(at).toISOString();
    const statusOf = { start: 'answered', end: 'completed' }[status];
    const body = JSON.stringify({
      uuid: id,
      status: statusOf,
      direction: 'inbound',
      from: '14155550134',
      start_time: time,
      timestamp: time,
    });
    const payload_hash = createHash('sha256').update(body).digest('hex');
    const authorization = `Bearer ${tokenOf({ iat: Math.floor(at / 1000), payload_hash })}`;
    return {
      headers: { authorization },
      query: queryNaming({ agent }, findAdapter('vonage') as Adapter, secret),
      body,
    };
  },
  dialpad: ({ id, agent, at, status = 'start' }) => {
    const call = { call_id: id, state: { start: 'connected', end: 'hangup' }[status], external_number: '+14155550134' };
    const times = { date_connected: at, event_timestamp: at };
    return { headers: {}, query: '', body: tokenOf({ ...call, ...times, target: { type: 'user', email: agent } }) };
  },
  twilio: ({ id, agent, at, status = 'start' }) => {
    const form = new URLSearchParams({
      CallSid: id,
      CallStatus: { start: 'in-progress', end: 'completed' }[status],
      From: '+14155550134',
      To: '+18005550100',
      Direction: 'inbound',
      Timestamp: new Date(at).toUTCString().replace('GMT', '+0000'),
    });
    const query = `agent=${encodeURIComponent(agent)}`;
    const signature = signTwilio(secret, `https://${scene.brand.host}/integrations/twilio?${query}`, form);
    return { headers: { 'x-twilio-signature': signature }, query, body: form.toString() };
  },
};

function post(
  platform: string,
  { headers, query, body }: { headers: Record<string, string>; query: string; body: string },
) {
  return service.clients[0].send({
    method: 'POST',
    path: `/integrations/${platform}?${query}`,
    headers: { host: scene.brand.host, ...headers },
    body,
  });
}

const refused = { status: 401, json: { detail: 'Signature is invalid or missing.' } };
const requestOf = (platform: string, call: Call) => requests[platform]?.(call) ?? { headers: {}, query: '', body: '' };

async function untilFiled(words: string): Promise<void> {
  await until('the reason is on file', async () => {
    const rows = await service.query<{ reason: string }>('SELECT reason FROM refused_requests WHERE brand_id = $1', [
      scene.brand.id,
    ]);
    return rows.some(({ reason }) => reason.includes(words));
  });
}

describe.each(['vonage', 'dialpad'])('a request of %s', (platform) => {
  it('starts the call of its own agent, and is refused with another one in its address, whose paused call stays', async () => {
    const theirs = requestOf(platform, { id: 'of-other', agent: other.email, at: Date.now() });
    expect(await post(platform, theirs)).toMatchObject({ status: 200, json: { events: [{ call_active: true }] } });
    await service.clients[0].send({
      method: 'POST',
      path: '/call-events/recording-paused',
      headers: { host: scene.brand.host, 'x-api-key': scene.brand.key },
      body: JSON.stringify({ agent_email: other.email }),
    });
    const before = await stateOf(service, other);
    const own = requestOf(platform, { id: 'own', agent: scene.rep.email, at: Date.now() });
    const ofOwn = queryNaming({ agent: scene.rep.email }, findAdapter(platform) as Adapter, secret);
    const swapped = ofOwn.replace(encodeURIComponent(scene.rep.email), encodeURIComponent(other.email));
    for (const query of [`agent=${other.email}`, swapped, `${ofOwn}&customer=%2B14155550199`]) {
      expect(await post(platform, { ...own, query })).toMatchObject(refused);
      expect(await stateOf(service, other)).toEqual(before);
    }
    expect(await post(platform, own)).toMatchObject({ status: 200, json: { events: [{ call_active: true }] } });
    expect(await stateOf(service, other)).toEqual(before);
  });
});

it.each(['aircall', 'ringcentral'])('an agent in the address of %s needs a token', async (platform) => {
  const headers: Record<string, string> = platform === 'aircall' ? {} : { 'verification-token': secret };
  const body = JSON.stringify({ token: secret, event: 'call.created' });
  const withQuery = (query: string) => post(platform, { headers, query, body });
  expect(await withQuery('')).toMatchObject({ status: 200, json: { events: [] } });
  expect(await withQuery(`agent=${other.email}`)).toMatchObject(refused);
  const signed = queryNaming({ agent: other.email }, findAdapter(platform) as Adapter, secret);
  expect(await withQuery(signed)).toMatchObject({ status: 200, json: { events: [] } });
  await untilFiled('callside integration set --agent');
});

describe.each(['vonage', 'dialpad', 'twilio'])('a request of %s that is older than its retries', (platform) => {
  it('opens no call, and a fresh one does', async () => {
    const agent = scene.rep.email;
    expect(await post(platform, requestOf(platform, { id: 'old', agent, at: Date.now() - year }))).toMatchObject(
      refused,
    );
    expect(await service.query('SELECT FROM call_events WHERE brand_id = $1', [scene.brand.id])).toEqual([]);
    await untilFiled('signed longer ago');
    const fresh = requestOf(platform, { id: 'new', agent, at: Date.now() });
    expect(await post(platform, fresh)).toMatchObject({
      status: 200,
      json: { events: [{ duplicate: false, call_active: true }] },
    });
  });

  it('ends its own call, which would stay live otherwise, and no other', async () => {
    const agent = scene.rep.email;
    const late = (id: string) =>
      post(platform, requestOf(platform, { id, agent, at: Date.now() - year, status: 'end' }));
    await post(platform, requestOf(platform, { id: 'live', agent, at: Date.now() }));
    expect(await late('of-an-old-call')).toMatchObject({ status: 200, json: { events: [{ call_active: false }] } });
    expect(await stateOf(service, scene.rep)).toMatchObject({ call_reference: expect.any(String) });
    // The call began before it ended.
    await service.query(`UPDATE platform_calls SET started_at = started_at - interval '2 years' WHERE user_id = $1`, [
      scene.rep.id,
    ]);
    expect(await late('live')).toMatchObject({ status: 200, json: { events: [{ call_active: true }] } });
    expect(await stateOf(service, scene.rep)).toMatchObject({ call_reference: null });
  });

  it('stays a duplicate if it is on file', async () => {
    const ended = (at: number) => requestOf(platform, { id: 'kept', agent: scene.rep.email, at, status: 'end' });
    expect(await post(platform, ended(Date.now()))).toMatchObject({
      status: 200,
      json: { events: [{ duplicate: false }] },
    });
    expect(await post(platform, ended(Date.now() - year))).toMatchObject({
      status: 200,
      json: { events: [{ duplicate: true }] },
    });
  });
});
