import {
  type AgentAliasList,
  type AgentAliasView,
  agentAliasListSchema,
  agentAliasSchema,
  type CallEventResponse,
  type EventLog,
  type TestCalls,
  testCallsSchema,
  type UnresolvedAgents,
  unresolvedAgentsSchema,
} from '@callside/schemas';
import { createDialler, createRepsDialler, type Dialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';
import { Tab } from '../../../test/support/tab.ts';

let service: ServiceUnderTest;
let withTests: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let owner: TestUser;
let reader: Reader;
let dialler: Dialler;
const tabs: Tab[] = [];

beforeAll(async () => {
  [service, withTests] = await Promise.all([startService(), startService({ settings: { TEST_CALLS: true } })]);
});
beforeEach(() => useService(service));
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});
afterAll(() => Promise.all([service.close(), withTests.close()]));

async function useService(used: ServiceUnderTest): Promise<void> {
  brand = await addBrand(used);
  rep = await addUser(used, brand, { email: `ann.lee@${brand.slug}.example` });
  owner = await addUser(used, brand, { role: 'owner' });
  reader = await Reader.of(used.clients[0], brand, owner);
  dialler = createDialler(used.clients[0], brand);
}

async function openTab(): Promise<Tab> {
  const token = await tokenFor(rep, brand, { audience: 'tab' });
  const tab = new Tab({ port: service.clients[0].port, host: brand.host, token });
  tabs.push(tab);
  await tab.hears('call.state');
  return tab;
}

const send = (event: string, fields: object = {}) => dialler.post(event, { agent_email: 'SIP/1001', ...fields });
const unresolved = async (): Promise<UnresolvedAgents> =>
  unresolvedAgentsSchema.parse(await reader.read('/settings/unresolved-agents'));
const aliases = async (): Promise<AgentAliasList> =>
  agentAliasListSchema.parse(await reader.read('/settings/agent-aliases'));

async function addAlias(alias = 'SIP/1001', user: { id: string } = rep): Promise<AgentAliasView> {
  const answer = await reader.send('POST', '/settings/agent-aliases', { alias, user_id: user.id });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  return agentAliasSchema.parse(answer.json);
}

describe('unresolved agents', () => {
  it('are grouped with their number and times, the last seen first, with the likely user', async () => {
    await send('call-started', { phone_number: '+14155550134' });
    await send('call-ended');
    await dialler.post('call-ended', { agent_email: `Ann.Lee@dialler.example` });
    await dialler.post('call-ended', { agent_email: rep.email });
    const { items, users, truncated } = await unresolved();
    expect(items.map(({ agent, events, likely_user }) => [agent, events, likely_user?.email ?? null])).toEqual([
      ['ann.lee@dialler.example', 1, rep.email],
      ['sip/1001', 2, null],
    ]);
    expect(items[0]?.likely_user).toMatchObject({ user_id: rep.id, status: 'active' });
    expect(items.every(({ first_seen_at, last_seen_at }) => first_seen_at <= last_seen_at)).toBe(true);
    expect(users.map(({ email }) => email).sort()).toEqual([rep.email, owner.email].sort());
    expect(truncated).toBe(false);
  });

  it('do not contain a name that became an alias, or the address of a user who became active', async () => {
    await send('call-ended');
    await dialler.post('call-ended', { agent_email: 'later@reps.example' });
    expect((await unresolved()).items).toHaveLength(2);
    await addAlias();
    await addUser(service, brand, { email: 'later@reps.example' });
    expect((await unresolved()).items).toEqual([]);
  });
});

describe('a new alias', () => {
  it('applies from the next event: what is on file stays as it was', async () => {
    const tab = await openTab();
    await send('call-started', { phone_number: '+14155550134', event_id: 'start-1' });
    const before = (await reader.read<EventLog>('/events')).items;
    await addAlias();
    expect((await send('recording-paused')).json).toMatchObject({ agent_resolved: true, call_active: false });
    const again = await send('call-started', { phone_number: '+14155550134', event_id: 'start-1' });
    expect(again.json).toMatchObject({ duplicate: true, agent_resolved: false });
    expect((await send('call-started', { phone_number: '+14155550199' })).json).toMatchObject({ call_active: true });
    expect((await tab.showsAfter(1)).call).toMatchObject({ phone_number: '+14155550199', recording_paused: false });
    expect((await reader.read<EventLog>('/events')).items.slice(-1)).toEqual(before);
  });

  it('is listed, removed, and audited with the owner; repeating a change has no effect', async () => {
    await addAlias();
    await addAlias('sip/1001 ');
    expect((await aliases()).items).toMatchObject([{ alias: 'sip/1001', user_id: rep.id, status: 'active' }]);
    const remove = () => reader.send('DELETE', `/settings/agent-aliases/${encodeURIComponent('SIP/1001')}`);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await aliases()).items).toEqual([]);
    expect((await send('call-ended')).json).toMatchObject({ agent_resolved: false });
    expect(
      await service.query('SELECT action, actor, subject FROM audit_log WHERE brand_id = $1 ORDER BY id', [brand.id]),
    ).toEqual([
      { action: 'alias.add', actor: owner.email, subject: rep.id },
      { action: 'alias.remove', actor: owner.email, subject: rep.id },
    ]);
  });

  it('is refused for an address of a user, an alias of another user, a user of another brand and an inactive user', async () => {
    const other = await addUser(service, brand);
    const gone = await addUser(service, brand, { status: 'deactivated' });
    const stranger = await addUser(service, await addBrand(service));
    await addAlias('taken', other);
    const statusOf = async (body: object) => (await reader.send('POST', '/settings/agent-aliases', body)).status;
    for (const body of [
      { alias: other.email, user_id: rep.id },
      { alias: 'taken', user_id: rep.id },
      { alias: 'free', user_id: gone.id },
      { alias: 'free', user_id: stranger.id },
      { alias: '  ', user_id: rep.id },
      { alias: 'x'.repeat(400), user_id: rep.id },
      { alias: 7, user_id: rep.id },
      { alias: 'free', user_id: 'me' },
      [],
    ]) {
      expect([body, await statusOf(body)]).toEqual([body, 422]);
    }
  });

  it('is for owners only', async () => {
    const asRep = await Reader.of(service.clients[0], brand, rep);
    expect((await asRep.send('GET', '/settings/unresolved-agents')).status).toBe(403);
    expect((await asRep.send('GET', '/settings/agent-aliases')).status).toBe(403);
    expect((await asRep.send('POST', '/settings/agent-aliases', {})).status).toBe(403);
    expect((await asRep.send('DELETE', '/settings/agent-aliases/x')).status).toBe(403);
    expect((await asRep.send('GET', '/test-calls')).status).toBe(403);
    expect((await asRep.send('POST', '/test-calls', {})).status).toBe(403);
  });
});

describe('test calls', () => {
  const place = (event: string, fields: object = {}) =>
    reader.send('POST', '/test-calls', { event, user_id: rep.id, ...fields });

  it('are available only if the deployment allows them', async () => {
    expect(await reader.read<TestCalls>('/test-calls')).toEqual({ allowed: false, reps: [] });
    expect((await place('call-started', { phone_number: '+14155550134' })).status).toBe(403);
  });

  it('are processed like all events, and are marked', async () => {
    await useService(withTests);
    const onCall = async () =>
      testCallsSchema.parse(await reader.read('/test-calls')).reps.find(({ user_id }) => user_id === rep.id)?.on_call;
    expect(await onCall()).toBe('none');
    const started = await place('call-started', { phone_number: '+14155550134' });
    expect(started.json as CallEventResponse).toMatchObject({ agent_resolved: true, call_active: true });
    expect(await onCall()).toBe('test');
    for (const event of ['hold-started', 'recording-paused', 'recording-resumed', 'call-ended']) {
      expect((await place(event)).json).toMatchObject({ call_active: true });
    }
    const { items } = await reader.read<EventLog>('/events');
    expect(items.map((item) => item.outcome === 'accepted' && item.is_test)).toEqual([true, true, true, true, true]);
    expect((await place('call-started')).status).toBe(422);
    expect((await place('call-started', { phone_number: '' })).status).toBe(422);
  });

  it('never change a real call', async () => {
    await useService(withTests);
    await createRepsDialler(dialler, rep).send('call-started');
    expect((await place('call-ended')).status).toBe(422);
    expect((await place('call-started', { phone_number: '+14155550177' })).status).toBe(422);
    expect((await createRepsDialler(dialler, rep).send('call-ended')).json).toMatchObject({ call_active: true });
  });
});
