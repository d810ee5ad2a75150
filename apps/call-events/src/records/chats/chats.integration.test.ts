import { type ChatList, type ChatListItem, chatListSchema } from '@callside/schemas';
import { addCall, addManyCalls } from '../../../test/support/calls-on-file.ts';
import { addCustomer } from '../../../test/support/customers.ts';
import { createDialler, createRepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { callsOf } from '../../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand));
});
afterAll(() => service.close());

const noon = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const diallerOf = (user: TestUser) => createRepsDialler(createDialler(service.clients[0], brand), user);
const references = (items: readonly ChatListItem[]) => items.map(({ call }) => call.reference);

describe('a call', () => {
  it('is listed at once when it starts, with one chat, its customer and its live state', async () => {
    const customer = await addCustomer(service, brand, {
      customer_id: '0042',
      name: 'Ada',
      phone_number: '+14155550134',
    });
    const dialler = diallerOf(rep);
    await dialler.send('call-started', { customer_id: '0042' });
    await dialler.send('hold-started');
    await dialler.send('recording-paused');
    const [call] = await callsOf(service, rep);
    const list = await reader.read<ChatList>('/chats');
    expect(chatListSchema.parse(list)).toEqual(list);
    expect(list).toEqual({
      next_cursor: null,
      items: [
        {
          id: expect.any(String),
          created_at: call?.started_at.toISOString(),
          customer: { match: 'one', ...customer, candidates: [] },
          call: {
            reference: call?.reference,
            agent_email: rep.email,
            phone_number: '+14155550134',
            customer_id: '0042',
            started_at: call?.started_at.toISOString(),
            ended_at: null,
            end_reason: null,
            on_hold: true,
            recording_paused: true,
          },
        },
      ],
    });
  });

  it('an ended call is neither on hold nor paused, whatever the next call of the rep is', async () => {
    const dialler = diallerOf(rep);
    await dialler.send('call-started');
    await dialler.send('call-started', { phone_number: '+14155550199' });
    await dialler.send('hold-started');
    const [live, over] = (await reader.read<ChatList>('/chats')).items;
    expect(live?.call).toMatchObject({ phone_number: '+14155550199', on_hold: true, ended_at: null });
    expect(over?.call).toMatchObject({ phone_number: '+14155550134', on_hold: false, end_reason: 'superseded' });
  });

  it('is visible to every rep of the brand, and to no other brand', async () => {
    await addCall(service, brand, rep);
    const other = await addBrand(service);
    const stranger = await Reader.of(service.clients[0], other, await addUser(service, other));
    expect((await reader.read<ChatList>('/chats')).items).toHaveLength(1);
    expect((await stranger.read<ChatList>('/chats')).items).toEqual([]);
  });

  it('shows customers as stored now', async () => {
    await addCall(service, brand, rep, { phoneNumber: '+14155550188' });
    await addCall(service, brand, rep, { phoneNumber: 'anonymous' });
    const matches = async () =>
      (await reader.read<ChatList>('/chats')).items.map(({ customer }) => customer.match).sort();
    expect(await matches()).toEqual(['none', 'withheld']);
    await addCustomer(service, brand, { customer_id: 'c1', phone_number: '+14155550188' });
    expect(await matches()).toEqual(['one', 'withheld']);
    await addCustomer(service, brand, { customer_id: 'c2', phone_number: '+14155550188' });
    expect(await matches()).toEqual(['several', 'withheld']);
  });
});

describe('filters', () => {
  it('the filter by number normalises it like the brand', async () => {
    const wanted = await addCall(service, brand, rep, { phoneNumber: '+14155550134' });
    await addCall(service, brand, rep, { phoneNumber: '+14155550135' });
    const asSent = await addCall(service, brand, rep, { phoneNumber: 'anonymous' });
    for (const phone of ['+14155550134', '(415) 555-0134', '415 555 0134', ' 14155550134']) {
      expect(references((await reader.read<ChatList>('/chats', { phone })).items)).toEqual([wanted.reference]);
    }
    expect(references((await reader.read<ChatList>('/chats', { phone: 'anonymous' })).items)).toEqual([
      asSent.reference,
    ]);
    expect((await reader.read<ChatList>('/chats', { phone: '555' })).items).toEqual([]);
  });

  it('the filter by address matches in any case; an unknown address has no chats', async () => {
    const wanted = await addCall(service, brand, rep);
    await addCall(service, brand, await addUser(service, brand));
    for (const agent_email of [rep.email, ` ${rep.email.toUpperCase()} `]) {
      expect(references((await reader.read<ChatList>('/chats', { agent_email })).items)).toEqual([wanted.reference]);
    }
    expect((await reader.read<ChatList>('/chats', { agent_email: 'nobody@reps.example' })).items).toEqual([]);
  });

  it('the filter by address restores a plus sign that is not encoded in the query', async () => {
    const wanted = await addCall(service, brand, await addUser(service, brand, { email: 'ann+us@reps.example' }));
    const { items } = await reader.read<ChatList>('/chats', { agent_email: 'ann us@reps.example' });
    expect(references(items)).toEqual([wanted.reference]);
  });

  it('the filter by address finds the chats of a user whose address has a space', async () => {
    const wanted = await addCall(service, brand, await addUser(service, brand, { email: 'ann lee@reps.example' }));
    await addCall(service, brand, await addUser(service, brand, { email: 'ann+lee@reps.example' }));
    const { items } = await reader.read<ChatList>('/chats', { agent_email: 'ann lee@reps.example' });
    expect(references(items)).toEqual([wanted.reference]);
  });

  it('are combined with AND, on every page', async () => {
    const phone = '+14155550177';
    for (let n = 0; n < 5; n += 1) await addCall(service, brand, rep, { phoneNumber: phone, startedAt: later(n) });
    await addManyCalls(service, brand, await addUser(service, brand), { count: 20, from: noon });
    const wanted = await reader.readAll<ChatListItem>('/chats', { phone, agent_email: rep.email, limit: 2 });
    expect(wanted.map(({ call }) => call.started_at)).toEqual([4, 3, 2, 1, 0].map((n) => later(n).toISOString()));
  });

  it('filters with any characters find nothing, and cause no error', async () => {
    await addCall(service, brand, rep);
    for (const text of ['\0', '\ud800', "' OR 1=1 --", '%', '_', 'x'.repeat(10_000)]) {
      expect((await reader.read<ChatList>('/chats', { phone: text })).items).toEqual([]);
      expect((await reader.read<ChatList>('/chats', { agent_email: text })).items).toEqual([]);
    }
  });
});

describe('pages', () => {
  it('have 50 chats by default, or as many as requested, newest call first', async () => {
    await addManyCalls(service, brand, rep, { count: 210, from: noon });
    const onFile = (
      await service.query<{ reference: string }>(
        `SELECT reference FROM calls c JOIN chats ch ON ch.call_id = c.id WHERE c.brand_id = $1
          ORDER BY started_at DESC, c.id DESC`,
        [brand.id],
      )
    ).map(({ reference }) => reference);
    const first = await reader.read<ChatList>('/chats');
    expect(references(first.items)).toEqual(onFile.slice(0, 50));
    expect(references((await reader.read<ChatList>('/chats', { limit: 200 })).items)).toEqual(onFile.slice(0, 200));
    for (const limit of [1, 7, 70, 200]) {
      expect(references(await reader.readAll<ChatListItem>('/chats', { limit }))).toEqual(onFile);
    }
  });

  it('stay correct while calls start: no chat is missing or duplicated', async () => {
    await addManyCalls(service, brand, rep, { count: 120, from: new Date(Date.now() - 60_000) });
    const before = (await reader.readAll<ChatListItem>('/chats', { limit: 200 })).map(({ id }) => id);
    const reps = await Promise.all(Array.from({ length: 6 }, () => addUser(service, brand)));
    let started = 0;
    // Between two pages, and also while the next one is read.
    const traffic: Promise<unknown>[] = [];
    const startCalls = async () => {
      const starts = reps.map((one) => {
        started += 1;
        return diallerOf(one).send('call-started', { phone_number: `+1415556${String(started).padStart(4, '0')}` });
      });
      traffic.push(...starts);
      await starts[0];
    };
    await startCalls();
    const seen = (await reader.readAll<ChatListItem>('/chats', { limit: 9 }, startCalls)).map(({ id }) => id);
    await Promise.all(traffic);
    expect(started).toBeGreaterThan(60);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
    expect(await reader.readAll<ChatListItem>('/chats', { limit: 200 })).toHaveLength(before.length + started);
  });

  it('continue correctly among calls that started at the same instant', async () => {
    for (let n = 0; n < 7; n += 1) await addCall(service, brand, rep, { startedAt: noon });
    const seen = await reader.readAll<ChatListItem>('/chats', { limit: 2 });
    expect(new Set(references(seen)).size).toBe(7);
  });

  it('end early if a dialler sent texts of a megabyte, and miss nothing', async () => {
    for (let n = 0; n < 12; n += 1) {
      await addCall(service, brand, rep, { phoneNumber: 'x'.repeat(1_000_000 + n), startedAt: later(n) });
    }
    const first = await reader.read<ChatList>('/chats', { limit: 200 });
    expect(first.items.length).toBeLessThan(12);
    const all = await reader.readAll<ChatListItem>('/chats', { limit: 200 });
    expect(all.map(({ call }) => call.phone_number.length - 1_000_000)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('an invalid query is 422 and names the parameter', () => {
  it.each([
    ['limit', ['0', '201', '-1', '1.5', 'x', '']],
    ['cursor', ['x', '', 'AAAA', '../../..', Buffer.from('1 x').toString('base64url'), 'x'.repeat(5_000)]],
    ['phone', ['']],
    ['agent_email', ['']],
  ])('an invalid %s is refused', async (name, values) => {
    for (const value of values) {
      const answer = await reader.send('GET', `/chats?${new URLSearchParams({ [name]: value })}`);
      expect([value, answer.status]).toEqual([value, 422]);
      expect(answer.json).toEqual({
        detail: [
          { type: expect.any(String), loc: ['query', name], msg: expect.stringMatching(new RegExp(`^${name} must`)) },
        ],
      });
    }
  });

  it('a parameter that is given twice is refused', async () => {
    expect((await reader.send('GET', '/chats?limit=1&limit=2')).json).toEqual({
      detail: [{ type: 'string_type', loc: ['query', 'limit'], msg: 'limit must be given once' }],
    });
  });

  it('a cursor of the event log is refused', async () => {
    const dialler = diallerOf(rep);
    await dialler.send('call-started');
    await dialler.send('call-ended');
    const { next_cursor } = await reader.read<{ next_cursor: string }>('/events', { limit: 1 });
    expect((await reader.send('GET', `/chats?cursor=${next_cursor}`)).status).toBe(422);
    expect((await reader.send('GET', `/events?cursor=${next_cursor}`)).status).toBe(200);
  });
});
