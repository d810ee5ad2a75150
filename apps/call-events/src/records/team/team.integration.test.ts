import { randomUUID } from 'node:crypto';
import { type ChatList, type Results, type TeamMember, type TeamView, teamViewSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addCall, addChunk, addSession, type FiledCall } from '../../../test/support/calls-on-file.ts';
import { Companion } from '../../../test/support/companion.ts';
import { addCustomer } from '../../../test/support/customers.ts';
import { createDialler, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../../test/support/reader.ts';
import { Shop } from '../../../test/support/results-on-file.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let other: TestUser;
let lead: Reader;
let owner: Reader;
let dialler: RepsDialler;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand, { team: 'North' });
  other = await addUser(service, brand, { team: 'South' });
  lead = await readerOf({ role: 'lead', team: 'North' });
  owner = await readerOf({ role: 'owner' });
  dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
});
afterAll(() => service.close());

async function readerOf(fields: Parameters<typeof addUser>[2]): Promise<Reader> {
  return Reader.of(service.clients[0], brand, await addUser(service, brand, fields));
}

async function teamOf(reader: Reader): Promise<TeamView> {
  const team = await reader.read<TeamView>('/team');
  expect(teamViewSchema.parse(team)).toEqual(team);
  return team;
}

async function memberOf(reader: Reader, { email }: TestUser): Promise<TeamMember> {
  const found = (await teamOf(reader)).items.find((member) => member.email === email);
  if (found === undefined) throw new Error(`${email} is not shown`);
  return found;
}

/** Moves the start of the rep's live call into the past. */
const startedAgo = (minutes: number) =>
  service.query(
    `UPDATE rep_state SET call_started_at = clock_timestamp() - $2 * interval '1 minute' WHERE user_id = $1`,
    [rep.id, minutes],
  );

const emailsOf = async (reader: Reader) => (await teamOf(reader)).items.map(({ email }) => email).sort();

describe('GET /{brand}/team', () => {
  it('has the active reps of the team for a lead, and all for an owner', async () => {
    await addUser(service, brand, { team: 'North', status: 'deactivated' });
    expect(await emailsOf(lead)).toEqual([rep.email]);
    expect(await emailsOf(owner)).toEqual([rep.email, other.email].sort());
  });

  it('has nobody for a lead without a team, and still says when it was read', async () => {
    const team = await teamOf(await readerOf({ role: 'lead' }));
    expect(team).toEqual({ at: expect.any(String), silent_after_minutes: 60, items: [] });
  });

  it('has a lead or an owner who is called as an agent', async () => {
    const called = await addUser(service, brand, { role: 'lead', team: 'North' });
    await createRepsDialler(createDialler(service.clients[0], brand), called).send('call-started');
    expect(await emailsOf(lead)).toEqual([rep.email, called.email].sort());
  });

  it('shows the call with its customer, hold and pause, until its end', async () => {
    await addCustomer(service, brand, { customer_id: 'C-1', name: 'Ada Byron', phone_number: '+14155550134' });
    expect(await memberOf(lead, rep)).toMatchObject({ team: 'North', call: null });
    await dialler.send('call-started', { phone_number: '+14155550134' });
    await dialler.send('hold-started');
    await dialler.send('recording-paused');
    expect(await memberOf(lead, rep)).toMatchObject({
      call: {
        phone_number: '+14155550134',
        on_hold: true,
        customer: { match: 'one', name: 'Ada Byron' },
      },
      recording: { paused: true, companion: 'absent', state: 'unknown' },
    });
    await dialler.send('call-ended');
    expect(await memberOf(lead, rep)).toMatchObject({ call: null, recording: { paused: false } });
  });

  it('shows whether a companion is connected', async () => {
    const token = await tokenFor(rep, brand, { audience: 'companion' });
    const companion = new Companion({ port: service.clients[0].port, host: brand.host, token });
    await until('it is connected', async () => (await memberOf(lead, rep)).recording?.companion === 'connected');
    companion.close();
    await until('it is absent', async () => (await memberOf(lead, rep)).recording?.companion === 'absent');
  });

  it.each([
    ['dialler', { by: 'dialler', paused: true, state: 'dialler' }],
    ['nobody', null],
  ])('with recording by %s, shows what the desk shows', async (recordingBy, recording) => {
    await service.query('UPDATE brands SET recording_by = $2 WHERE id = $1', [brand.id, recordingBy]);
    await dialler.send('call-started');
    await dialler.send('recording-paused');
    const shown = (await memberOf(lead, rep)).recording;
    if (recording === null) expect(shown).toBeNull();
    else expect(shown).toMatchObject(recording);
  });

  describe('a call without an end', () => {
    const silence = async () => (await memberOf(lead, rep)).call?.silent_for_minutes;

    it.each([
      [59, null],
      [75, 75],
    ])('that started %i minutes ago is silent for %p minutes', async (ago, expected) => {
      await dialler.send('call-started');
      await startedAgo(ago);
      expect(await silence()).toBe(expected);
    });

    it('is not silent after an event', async () => {
      await dialler.send('call-started');
      await startedAgo(90);
      await dialler.send('hold-started');
      expect(await silence()).toBeNull();
    });

    it('has the limit of the brand', async () => {
      await service.query('UPDATE brands SET silent_minutes = 10 WHERE id = $1', [brand.id]);
      await dialler.send('call-started');
      await startedAgo(12);
      expect(await teamOf(lead)).toMatchObject({
        silent_after_minutes: 10,
        items: [{ call: { silent_for_minutes: 12 } }],
      });
    });
  });

  it('counts the offers that were shown and sold today, without what was undone', async () => {
    const call = await addCall(service, brand, rep);
    const shop = new Shop(service, brand);
    const now = new Date();
    const offered = await shop.offer(['1', '2', '3'], { at: now, shownOn: { call, rep } });
    await shop.offer(['1'], { at: new Date(now.getTime() - 48 * 3_600_000), shownOn: { call, rep } });
    for (const [sku, voidedAt] of [
      ['1', null],
      ['2', now],
    ] as const) {
      await service.query(
        `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id, voided_at)
         VALUES ($1::uuid, $2, $3, $4, $5, $6, 'sold', $1::uuid::text, $7)`,
        [randomUUID(), brand.id, call.id, rep.id, offered.id, sku, voidedAt],
      );
    }
    await shop.decline(offered, '3', rep);
    expect(await memberOf(lead, rep)).toMatchObject({ offers_shown: 3, offers_sold: 1 });
  });
});

describe('a lead reads what is of their team, and 404 for the rest', () => {
  let ours: FiledCall;
  let theirs: FiledCall;

  beforeEach(async () => {
    [ours, theirs] = [await addCall(service, brand, rep), await addCall(service, brand, other)];
    for (const call of [ours, theirs]) {
      const session = await addSession(service, call, { finalizedAt: new Date() });
      await addChunk(service, session, { sequence: 1, text: 'Hello' });
    }
  });

  const pathsOf = ({ reference, chatId }: FiledCall) => [
    `/calls/${reference}`,
    `/chats/${chatId}`,
    `/chats/${chatId}/transcript`,
  ];

  it('calls, chats and transcripts', async () => {
    for (const path of pathsOf(ours)) expect((await lead.send('GET', path)).status).toBe(200);
    for (const path of pathsOf(theirs)) expect((await lead.send('GET', path)).status).toBe(404);
    const teamless = await readerOf({ role: 'lead' });
    for (const path of pathsOf(ours)) expect((await teamless.send('GET', path)).status).toBe(404);
  });

  it('the list of chats, with each filter', async () => {
    const filters: Record<string, string>[] = [
      {},
      { phone: '+14155550134' },
      { agent_email: rep.email },
      { agent_email: rep.email, phone: '+14155550134' },
    ];
    for (const filter of filters) {
      const { items } = await lead.read<ChatList>('/chats', filter);
      expect(items.map(({ id }) => id)).toEqual([ours.chatId]);
    }
    expect((await lead.read<ChatList>('/chats', { agent_email: other.email })).items).toEqual([]);
    expect((await owner.read<ChatList>('/chats')).items).toHaveLength(2);
  });

  it('the results, of every group', async () => {
    const shop = new Shop(service, brand);
    const at = new Date();
    await shop.addProducts([{ sku: '1', price: '10', type: 'Ring' }]);
    await shop.buy(await shop.offer(['1'], { at, shownOn: { call: ours, rep } }), [{ sku: '1' }]);
    await shop.buy(await shop.offer(['1'], { at, shownOn: { call: theirs, rep: other } }), [{ sku: '1' }]);
    await shop.buy(await shop.offer(['1'], { at }), [{ sku: '1' }]);
    await shop.paint([40], { at, rep: other });
    for (const by of ['day', 'article_type', 'product', 'rank', 'rule', 'decline_reason', 'rep', 'model']) {
      const { totals } = await lead.read<Results>('/results', { by });
      expect([by, totals.calls, totals.revenue, totals.time_to_screen?.events ?? 0]).toEqual([by, 1, '10', 0]);
      expect((await owner.read<Results>('/results', { by })).totals).toMatchObject({ calls: 2, revenue: '30' });
    }
  });
});
