import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecretBox } from '@callside/auth';
import { type Adapter, findAdapter, queryNaming } from '@callside/dialler-adapters';
import { until } from '@callside/test-kit';
import { createDialler } from '../../test/support/dialler.ts';
import { addKey, addUser } from '../../test/support/organisations.ts';
import { callsOf, eventsOf, stateOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

const samples = path.join(import.meta.dirname, '../../../../packages/dialler-adapters/src/platforms');
const sample = (name: string) => readFileSync(path.join(samples, name), 'utf8');

let service: ServiceUnderTest;
let scene: Scene;
beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

async function switchOn(platform: string, secret: string | null = null) {
  const sealed = secret === null ? null : createSecretBox({ secrets: [sessionSecret] }).seal(secret);
  await service.query('INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, $2, $3)', [
    scene.brand.id,
    platform,
    sealed,
  ]);
}

const addAlias = (alias: string) =>
  service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
    scene.brand.id,
    alias,
    scene.rep.id,
  ]);

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A 503 is sent again, as a platform does: on a busy machine the database may be late. */
async function send(target: string, { method = 'POST', headers = {}, body = '' }: Sent = {}, server = 0) {
  const attempt = () =>
    (service.clients[server] ?? service.clients[0]).send({
      method,
      path: `/integrations/${target}`,
      headers: { host: scene.brand.host, ...headers },
      ...(method === 'POST' && { body }),
    });
  let answer = await attempt();
  await until('the service is available', async () => {
    if (answer.status !== 503) return true;
    answer = await attempt();
    return false;
  });
  return answer;
}

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`callside:${key}`).toString('base64')}` });

describe('a platform that does not sign', () => {
  const target = 'vicidial?event=start&call_id=V1&user=6666&phone_code=1&phone_number=4155550134';

  it('gets a 401 that requests a user and a password, and then sends the key of the brand with GET', async () => {
    await switchOn('vicidial');
    await addAlias('6666');
    const asked = await send(target, { method: 'GET' });
    expect([asked.status, asked.headers['www-authenticate']]).toEqual([401, 'Basic realm="Callside"']);
    const sent = await send(target, { method: 'GET', headers: basic(scene.brand.key) });
    expect(sent).toMatchObject({ status: 200, json: { events: [{ event: 'call-started', agent_resolved: true }] } });
    expect(sent.headers).not.toHaveProperty('www-authenticate');
    expect(await callsOf(service, scene.rep)).toMatchObject([{ phone_number: '+14155550134' }]);
    const [event] = await eventsOf(service, { email: '6666' });
    expect(event).toMatchObject({ event_id: null, api_key_id: expect.any(String) });
  });

  it('gets the answer that it is not switched on only with a key', async () => {
    const refused = await send(target, { headers: basic(`cs_live_${'0'.repeat(40)}`) });
    expect([refused.status, refused.json]).toEqual([401, { detail: 'API key is invalid or missing.' }]);
    const known = await send(target, { headers: basic(scene.brand.key) });
    expect(known).toMatchObject({ status: 404, json: { detail: expect.stringContaining('callside integration set') } });
  });

  it('is refused with a key of another feature or brand, and the key is not stored or logged', async () => {
    await switchOn('vicidial');
    const keys = [
      (await addKey(service, scene.brand, { feature: 'recommender' })).key,
      (await newRep(service)).brand.key,
    ];
    for (const key of keys) expect((await send(target, { headers: basic(key) })).status).toBe(401);
    const rows = () =>
      service.query('SELECT r::text AS row FROM refused_requests r WHERE brand_id = $1', [scene.brand.id]);
    await until('both are on file', async () => (await rows()).length === 2);
    for (const key of keys) expect(JSON.stringify([await rows(), service.logged()])).not.toContain(key.slice(8));
    expect(await service.query('SELECT id FROM call_events WHERE brand_id = $1', [scene.brand.id])).toEqual([]);
  });
});

it('finds an agent whose plus sign came as a space, and remarks on it', async () => {
  await switchOn('five9');
  await addAlias('ann+us@acme.test');
  for (const [agent, remarks] of [
    ['ann+us@acme.test', 'lost_plus'],
    ['ann%2Bus@acme.test', null],
  ]) {
    await send(`five9?event=hold&call_id=P1&agent=${agent}`, { headers: basic(scene.brand.key) });
    const [row] = await service.query(
      'SELECT agent_resolved, remarks FROM call_events WHERE brand_id = $1 ORDER BY id DESC',
      [scene.brand.id],
    );
    expect(row).toEqual({ agent_resolved: true, remarks });
  }
});

describe('the bytes of a payload', () => {
  const fields = () => `"event":"start","call_id":"B1","agent":"${scene.rep.email}","customer":"+14155550134"}`;

  it.each<[string, () => Buffer]>([
    ['a byte order mark', () => Buffer.from(`\ufeff{${fields()}`)],
    ['Latin-1 in a field that nobody reads', () => Buffer.from(`{"name":"José",${fields()}`, 'latin1')],
    ['NUL and a lone surrogate', () => Buffer.from(`{"name":"\\u0000\\ud800",${fields()}`)],
  ])('may have %s', async (_title, body) => {
    await switchOn('five9');
    const headers = { ...basic(scene.brand.key), 'content-encoding': 'utf-8' };
    expect(await send('five9', { headers, body: body() })).toMatchObject({
      status: 200,
      json: { events: [{ agent_resolved: true, call_active: true }] },
    });
  });

  it('are signed as they were sent', async () => {
    await switchOn('vonage', 'hush');
    const payload = { status: 'answered', uuid: 'B2', direction: 'inbound', from: '14155550134', name: 'José' };
    const body = Buffer.from(JSON.stringify(payload), 'latin1');
    const claims = { payload_hash: createHash('sha256').update(body).digest('hex') };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    const signature = createHmac('sha256', 'hush').update(signed).digest('base64url');
    const headers = { authorization: `Bearer ${signed}.${signature}` };
    const query = queryNaming({ agent: scene.rep.email }, findAdapter('vonage') as Adapter, 'hush');
    expect(await send(`vonage?${query}`, { headers, body })).toMatchObject({
      status: 200,
      json: { events: [{ agent_resolved: true }] },
    });
  });
});

describe('calls of a platform that overlap', () => {
  beforeEach(async () => {
    await switchOn('five9');
    await switchOn('talkdesk');
  });

  async function report(
    event: string,
    callId: string,
    { server = 0, platform = 'five9', customer = '', occurredAt = new Date().toISOString() } = {},
  ) {
    const body = JSON.stringify({ event, call_id: callId, agent: scene.rep.email, customer, occurred_at: occurredAt });
    const headers = { ...basic(scene.brand.key), 'content-type': 'application/json' };
    const { status, json } = await send(platform, { headers, body }, server);
    expect(status).toBe(200);
    return (json as { events: { duplicate: boolean; call_active: boolean }[] }).events[0];
  }

  const stateOfRep = async () => {
    const [row] = await service.query(
      `SELECT r.recording_paused, p.platform_call, count(c.id)::int AS live_calls
         FROM rep_state r
         LEFT JOIN platform_calls p ON p.user_id = r.user_id AND p.call_id = r.call_id
         LEFT JOIN calls c ON c.user_id = r.user_id AND c.ended_at IS NULL
        WHERE r.user_id = $1 GROUP BY r.user_id, p.platform_call`,
      [scene.rep.id],
    );
    return row;
  };

  it('a late end of the call before does not end the live call, on any instance', async () => {
    await report('start', 'F1');
    await report('start', 'F2', { server: 1 });
    await report('pause-recording', 'F2');
    expect(await report('end', 'F1', { server: 1 })).toMatchObject({ duplicate: false, call_active: false });
    expect(await stateOfRep()).toEqual({ recording_paused: true, platform_call: 'five9:F2', live_calls: 1 });
    expect(await report('end', 'F2')).toMatchObject({ call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: null, live_calls: 0 });
  });

  it('the end of a hold keeps a live call and its pause, whatever the number is, and shows a call again that was superseded', async () => {
    await report('start', 'F1', { customer: '+14155550134' });
    await report('pause-recording', 'F1');
    const unhold = () => report('unhold', 'F1', { customer: '+14155550199', server: 1 });
    expect(await unhold()).toMatchObject({ duplicate: true, call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: true, platform_call: 'five9:F1', live_calls: 1 });
    await report('start', 'F2', { customer: '+14155550177' });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
    expect(await unhold()).toMatchObject({ duplicate: false, call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: true, platform_call: 'five9:F1', live_calls: 1 });
  });

  it('a call without a number is not the one before, whose end was lost, and does not inherit its pause', async () => {
    await report('start', 'F1');
    await report('pause-recording', 'F1');
    expect(await report('start', 'F2', { server: 1 })).toMatchObject({ duplicate: false, call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
  });

  it('a late end of a call that a webhook opened and the platform reported again does not end the next one', async () => {
    const webhook = createDialler(service.clients[0], scene.brand);
    await webhook.post('call-started', { agent_email: scene.rep.email, phone_number: 'unavailable' });
    expect(await report('start', 'F1', { server: 1 })).toMatchObject({ duplicate: true, call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F1', live_calls: 1 });
    await report('start', 'F2');
    expect(await report('end', 'F1', { server: 1 })).toMatchObject({ duplicate: false, call_active: false });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
  });

  it('a call that a webhook superseded while it was paused comes back with its pause, on any instance', async () => {
    const webhook = createDialler(service.clients[1] ?? service.clients[0], scene.brand);
    await report('start', 'F1', { customer: '+14155550134' });
    await webhook.post('recording-paused', { agent_email: scene.rep.email });
    await webhook.post('call-started', { agent_email: scene.rep.email, phone_number: '+14155550199' });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: null, live_calls: 1 });
    await webhook.post('call-ended', { agent_email: scene.rep.email });
    await report('unhold', 'F1', { customer: '+14155550134', server: 1 });
    expect(await stateOfRep()).toEqual({ recording_paused: true, platform_call: 'five9:F1', live_calls: 1 });
    await webhook.post('call-ended', { agent_email: scene.rep.email });
    expect(await report('unhold', 'F1', { customer: '+14155550134' })).toMatchObject({ call_active: false });
  });

  it('of the calls of a rep the live one and the last ten are on file', async () => {
    for (let call = 1; call <= 13; call += 1) await report('start', `F${call}`);
    const calls = await service.query<{ platform_call: string }>(
      'SELECT platform_call FROM platform_calls WHERE user_id = $1 ORDER BY noted_at',
      [scene.rep.id],
    );
    expect(calls.map(({ platform_call }) => platform_call)).toEqual(
      Array.from({ length: 11 }, (_, index) => `five9:F${index + 3}`),
    );
  });

  it('a late end of a call that the deactivation of the rep ended does not end the next one', async () => {
    await report('start', 'F1');
    for (const status of ['deactivated', 'active']) {
      await service.query('UPDATE users SET status = $2 WHERE id = $1', [scene.rep.id, status]);
    }
    await report('start', 'F2', { server: 1 });
    expect(await report('end', 'F1')).toMatchObject({ call_active: false });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
  });

  it('events that come after the end of their call, with its time or as the end of a hold, open no call', async () => {
    const customer = '+14155550134';
    const [before, after] = [-10_000, 10_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await report('start', 'F1', { customer, occurredAt: before });
    await report('end', 'F1', { server: 1 });
    expect(await report('unhold', 'F1', { customer })).toMatchObject({ call_active: false });
    await report('end', 'F2');
    expect(await report('start', 'F2', { customer, occurredAt: before, server: 1 })).toMatchObject({
      call_active: false,
    });
    expect(await stateOfRep()).toMatchObject({ live_calls: 0 });
    await report('start', 'F3');
    expect(await report('pause-recording', 'F2', { occurredAt: before })).toMatchObject({ call_active: false });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F3', live_calls: 1 });
    expect(await report('start', 'F2', { customer, occurredAt: after })).toMatchObject({ call_active: true });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
  });

  it('a start that comes after that of the next call leaves this one live, and so does its end, on any instance', async () => {
    const customer = '+14155550134';
    const before = new Date(Date.now() - 10_000).toISOString();
    await report('start', 'F2', { customer: '+14155550199' });
    expect(await report('start', 'F1', { customer, occurredAt: before, server: 1 })).toMatchObject({
      duplicate: false,
      call_active: false,
    });
    expect(await report('end', 'F1')).toMatchObject({ call_active: false });
    expect(await stateOfRep()).toEqual({ recording_paused: false, platform_call: 'five9:F2', live_calls: 1 });
  });

  it('a late resume ends the pause that came late from the same call, on any instance', async () => {
    await report('start', 'F1');
    await report('start', 'F2');
    await report('pause-recording', 'F1', { server: 1 });
    expect(await stateOfRep()).toMatchObject({ recording_paused: true, platform_call: 'five9:F2' });
    await report('resume-recording', 'F1');
    expect(await stateOfRep()).toMatchObject({ recording_paused: false, platform_call: 'five9:F2' });
    await report('pause-recording', 'F2');
    expect(await report('resume-recording', 'F1')).toMatchObject({ call_active: false });
    expect(await stateOfRep()).toMatchObject({ recording_paused: true });
  });

  it('an end with an id that did not start ends the call, because a platform may change the id', async () => {
    await report('start', 'F1');
    expect(await report('end', 'F1-transferred')).toMatchObject({ call_active: true });
    await report('start', 'F2');
    expect(await report('end', 'F1', { platform: 'talkdesk' })).toMatchObject({ call_active: true });
    expect(await stateOfRep()).toMatchObject({ live_calls: 0 });
  });
});

it('switching a platform on and off applies at once, on every instance', async () => {
  const post = (server: number) =>
    send('aircall', { body: sample('aircall/samples/answered.json') }, server).then(({ status }) => status);
  expect([await post(0), await post(1)]).toEqual([401, 401]);
  await switchOn('aircall', '58ffd2bc5f3113f7bebf210a49299a1b');
  expect([await post(0), await post(1)]).toEqual([200, 200]);
  await service.query('DELETE FROM integrations WHERE brand_id = $1', [scene.brand.id]);
  expect([await post(0), await post(1)]).toEqual([401, 401]);
});

it('a token of Dialpad starts a call for the address of the user', async () => {
  await switchOn('dialpad', 'the secret of the webhook');
  const call = JSON.parse(sample('dialpad/samples/connected.json'));
  call.target.email = scene.rep.email;
  call.event_timestamp = Date.now();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(call)}`;
  const tokenFor = (secret: string) => `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  expect((await send('dialpad', { body: tokenFor('another') })).status).toBe(401);
  const started = await send('dialpad', { body: tokenFor('the secret of the webhook') });
  expect(started.json).toMatchObject({ events: [{ event: 'call-started', call_active: true }] });
  expect(await callsOf(service, scene.rep)).toMatchObject([{ phone_number: '+17024993350' }]);
});

it('the registration of an address at RingCentral is answered, also before it is switched on, and its notifications need the token', async () => {
  const register = async () => {
    const { status, headers } = await send('ringcentral', { headers: { 'validation-token': 'a-token-of-theirs' } });
    return [status, headers['validation-token']];
  };
  expect(await register()).toEqual([200, 'a-token-of-theirs']);
  await switchOn('ringcentral', 'the verification token');
  expect(await register()).toEqual([200, 'a-token-of-theirs']);
  const body = sample('ringcentral/samples/answered.json');
  expect((await send('ringcentral', { body })).status).toBe(401);
  const sent = await send('ringcentral', { body, headers: { 'verification-token': 'the verification token' } });
  expect(sent).toMatchObject({ status: 200, json: { events: [{ event: 'call-started', agent_resolved: false }] } });
});

it('the end of a call at RingCentral that its agent did not answer does not end the one that they are on', async () => {
  await switchOn('ringcentral', 'the verification token');
  await addAlias('400144455008');
  const notify = async (file: string, session = 'Y3MxNzE4NDE5MDM0MzQwMTgzODRAMTAuNjIuMjUuMTEx') => {
    const body = sample(`ringcentral/samples/${file}.json`).replace(
      'Y3MxNzE4NDE5MDM0MzQwMTgzODRAMTAuNjIuMjUuMTEx',
      session,
    );
    const { json } = await send('ringcentral', { body, headers: { 'verification-token': 'the verification token' } });
    return (json as { events: object[] }).events;
  };
  expect(await notify('answered')).toMatchObject([{ event: 'call-started', call_active: true }]);
  expect(await notify('disconnected', 'of-a-voicemail')).toMatchObject([{ event: 'call-ended', call_active: false }]);
  expect(await notify('disconnected')).toMatchObject([{ event: 'call-ended', call_active: true }]);
});

describe('events of one time that arrive in the wrong order', () => {
  const calls = async () => (await callsOf(service, scene.rep)).length;

  it('are ordered by the sequence of RingCentral, on any instance', async () => {
    await switchOn('ringcentral', 'the verification token');
    await addAlias('400144455008');
    const notify = (file: string, sequence: number, server: number) => {
      const payload = JSON.parse(sample(`ringcentral/samples/${file}.json`));
      payload.body.sequence = sequence;
      const headers = { 'verification-token': 'the verification token' };
      return send('ringcentral', { body: JSON.stringify(payload), headers }, server);
    };
    await notify('disconnected', 7, 0);
    expect((await notify('answered', 6, 1)).json).toMatchObject({ events: [{ call_active: false }] });
    expect(await calls()).toBe(0);
  });

  it('open no call of Aircall after call.hungup', async () => {
    await switchOn('aircall', '58ffd2bc5f3113f7bebf210a49299a1b');
    await addAlias('robin@reps.example');
    const answered = sample('aircall/samples/answered.json');
    const hungUp = { ...JSON.parse(answered), event: 'call.hungup' };
    for (const body of [JSON.stringify(hungUp), answered]) {
      expect((await send('aircall', { body })).json).toMatchObject({ events: [{ call_active: false }] });
    }
    expect(await calls()).toBe(0);
  });

  it('are ordered by the microseconds of Asterisk: a resume that came late does not end the pause after it', async () => {
    await switchOn('asterisk');
    await addAlias('pjsip/1001');
    const tell = (file: string, microsecond: number, set: object = {}) => {
      const payload = { ...JSON.parse(sample(`asterisk/samples/${file}.json`)), ...set };
      payload.Timestamp = `1748541427.12300${microsecond}`;
      return send('asterisk', { headers: { 'x-api-key': scene.brand.key }, body: JSON.stringify(payload) });
    };
    const [pause, resume] = [{ State: '1' }, { State: '0' }];
    await tell('bridge-enter', 1);
    await tell('mix-monitor-mute', 2, pause);
    await tell('mix-monitor-mute', 4, pause);
    await tell('mix-monitor-mute', 3, resume);
    expect(await stateOf(service, scene.rep)).toMatchObject({ recording_paused: true });
    await tell('mix-monitor-mute', 5, resume);
    expect(await stateOf(service, scene.rep)).toMatchObject({ recording_paused: false });
    await tell('bridge-leave', 8);
    await tell('bridge-enter', 7);
    expect(await stateOf(service, scene.rep)).toMatchObject({ call_reference: null });
    await tell('bridge-enter', 9);
    expect(await stateOf(service, scene.rep)).toMatchObject({ call_reference: expect.any(String) });
  });
});

it('the end of a contact of Amazon Connect that overtakes its own start does not end the one that its agent is on', async () => {
  await switchOn('amazon-connect');
  await addAlias('1001');
  const notify = async (eventType: string, contactId: string, at: { connected: number; disconnected?: number }) => {
    const time = (second: number) => `2026-11-27T10:00:0${second}.000Z`;
    const body = JSON.stringify({
      eventType,
      contactId,
      channel: 'VOICE',
      agentInfo: { agentArn: 'arn:agent/1001', connectedToAgentTimestamp: time(at.connected) },
      ...(at.disconnected !== undefined && { disconnectTimestamp: time(at.disconnected) }),
    });
    const { json } = await send('amazon-connect', { headers: { 'x-api-key': scene.brand.key }, body });
    return (json as { events: object[] }).events;
  };
  await notify('CONNECTED_TO_AGENT', 'second', { connected: 3 });
  for (const [late, at] of [
    ['DISCONNECTED', { connected: 1, disconnected: 2 }],
    ['CONNECTED_TO_AGENT', { connected: 1 }],
  ] as const) {
    expect(await notify(late, 'first', at)).toMatchObject([{ call_active: false }]);
  }
  expect(await notify('DISCONNECTED', 'third', { connected: 5, disconnected: 6 })).toMatchObject([
    { call_active: false },
  ]);
  expect(await notify('DISCONNECTED', 'second', { connected: 3, disconnected: 7 })).toMatchObject([
    { event: 'call-ended', call_active: true },
  ]);
});

it('a channel of Asterisk that goes to another bridge within a millisecond stays on its call', async () => {
  await switchOn('asterisk');
  await addAlias('pjsip/1001');
  const notify = async (event: string, timestamp: string) => {
    const body = JSON.stringify({
      Event: event,
      Timestamp: timestamp,
      Channel: 'PJSIP/1001-0000001a',
      Uniqueid: '1764150000.42',
      CallerIDNum: '1001',
      ConnectedLineNum: '+14155550134',
    });
    const headers = { ...basic(scene.brand.key), 'content-type': 'application/json' };
    const { json } = await send('asterisk', { headers, body });
    return (json as { events: object[] }).events;
  };
  await notify('BridgeEnter', '1764150000.100001');
  expect(await notify('BridgeLeave', '1764150010.500100')).toMatchObject([{ event: 'call-ended', call_active: true }]);
  expect(await notify('BridgeEnter', '1764150010.500180')).toMatchObject([
    { event: 'call-started', call_active: true },
  ]);
  expect(await notify('BridgeLeave', '1764150020.100001')).toMatchObject([{ event: 'call-ended', call_active: true }]);
});

it('the end of a second channel of an Asterisk phone that overtakes its own start does not end the live call', async () => {
  await switchOn('asterisk');
  await addAlias('pjsip/1001');
  const notify = async (event: string, channel: number, second: number) => {
    const body = JSON.stringify({
      Event: event,
      Timestamp: `17641500${second}.100001`,
      Channel: `PJSIP/1001-0000000${channel}`,
      Uniqueid: `1764150000.${channel}`,
      CallerIDNum: '1001',
      ConnectedLineNum: `+1415555013${channel}`,
    });
    const { json } = await send('asterisk', { headers: { 'x-api-key': scene.brand.key }, body });
    return (json as { events: object[] }).events;
  };
  await notify('BridgeEnter', 1, 10);
  expect(await notify('BridgeLeave', 2, 30)).toMatchObject([{ event: 'call-ended', call_active: false }]);
  expect(await notify('BridgeEnter', 2, 20)).toMatchObject([{ event: 'call-started', call_active: false }]);
  expect(await notify('BridgeLeave', 1, 40)).toMatchObject([{ event: 'call-ended', call_active: true }]);
});

it('the end of a FreeSWITCH call that an event and a record report, each with its own time, is no reuse of an id', async () => {
  await switchOn('freeswitch');
  await addAlias('1002');
  const answered = JSON.parse(sample('freeswitch/samples/channel-answer.json'));
  const hungUp = { ...answered, 'Event-Name': 'CHANNEL_HANGUP_COMPLETE', 'Event-Date-Timestamp': '1735558489999999' };
  const headers = { 'x-api-key': scene.brand.key };
  for (const body of [JSON.stringify(answered), JSON.stringify(hungUp), sample('freeswitch/samples/json-cdr.json')]) {
    expect(await send('freeswitch', { headers, body })).toMatchObject({ status: 200 });
  }
  const onFile = await eventsOf(service, { email: '1002' });
  expect(onFile.map(({ event }) => event)).toEqual(['call-started', 'call-ended']);
  const ids = onFile.map(({ id }) => id);
  expect(await service.query('SELECT FROM reused_event_ids WHERE call_event_id = ANY ($1)', [ids])).toEqual([]);
});

describe('a platform whose requests have no time', () => {
  const fields = { call_id: '42', customer: '+14155550134' };
  const post = (platform: string, event: string, agent: string) =>
    send(platform, {
      headers: { 'x-api-key': scene.brand.key },
      body: JSON.stringify({ ...fields, event, agent }),
    });

  it('pauses the recording again at the second pause of a call', async () => {
    await switchOn('five9');
    for (const event of ['start', 'pause-recording', 'resume-recording']) await post('five9', event, scene.rep.email);
    const paused = await post('five9', 'pause-recording', scene.rep.email);
    expect(paused.json).toMatchObject({ events: [{ event: 'recording-paused', duplicate: false, call_active: true }] });
    expect(await stateOf(service, scene.rep)).toMatchObject({ recording_paused: true });
  });

  it('shows a call to each rep that it is transferred to, and again to the first', async () => {
    await switchOn('talkdesk');
    await addAlias('robin');
    const colleague = await addUser(service, scene.brand);
    for (const agent of ['robin', colleague.email, 'robin']) {
      const started = await post('talkdesk', 'start', agent);
      expect(started.json).toMatchObject({ events: [{ duplicate: false, call_active: true }] });
      const ended = await post('talkdesk', 'end', agent);
      expect(ended.json).toMatchObject({ events: [{ duplicate: false, call_active: true }] });
    }
  });
});

it.each([
  ['no JSON', 'oops', 'the body is not a JSON object'],
  ['JSON that is no object', '[1]', 'the body is not a JSON object'],
  ['a payload of something else', '{"hello":"world"}', 'the notification has no topicName'],
])('%s is 422 with the reason', async (_what, body, problem) => {
  await switchOn('genesys-cloud');
  const sent = await send('genesys-cloud', { body, headers: { 'x-api-key': scene.brand.key } });
  expect(sent).toMatchObject({
    status: 422,
    json: { detail: [{ type: 'payload_invalid', loc: ['body'], msg: `The payload could not be used: ${problem}.` }] },
  });
});

it('a body that is not UTF-8, or too large, is refused', async () => {
  await switchOn('genesys-cloud');
  const headers = { 'x-api-key': scene.brand.key };
  const compressed = await send('genesys-cloud', { headers: { ...headers, 'content-encoding': 'br' }, body: 'oops' });
  expect(compressed.status).toBe(422);
  expect((await send('genesys-cloud', { headers, body: `"${'x'.repeat(256 * 1024)}"` })).status).toBe(413);
});

it('unknown hosts, platforms and paths are 404, and other methods 405', async () => {
  await switchOn('vicidial');
  expect((await send('vicidial', { headers: { host: 'nobody.example' } })).json).toEqual({
    detail: 'This host is not served here.',
  });
  for (const target of ['telex', 'constructor', '', 'vicidial/more']) expect((await send(target)).status).toBe(404);
  const put = await send('vicidial', { method: 'PUT' });
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST']);
});
