import {
  type EventLog,
  type EventWay,
  eventLogSchema,
  eventWaySchema,
  type ResentEvent,
  type WouldChange,
  wouldChangeSchema,
} from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler, createRepsDialler, type Dialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';
import { Tab } from '../../../test/support/tab.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let owner: TestUser;
let reader: Reader;
let dialler: Dialler;
let reps: RepsDialler;
const tabs: Tab[] = [];

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  owner = await addUser(service, brand, { role: 'owner' });
  reader = await Reader.of(service.clients[0], brand, owner);
  dialler = createDialler(service.clients[0], brand);
  reps = createRepsDialler(dialler, rep);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});
afterAll(() => service.close());

async function openTab(user = rep): Promise<Tab> {
  const token = await tokenFor(user, brand, { audience: 'tab' });
  const tab = new Tab({ port: service.clients[0].port, host: brand.host, token });
  tabs.push(tab);
  await tab.hears('call.state');
  return tab;
}

async function log(query: Record<string, string> = {}): Promise<EventLog['items']> {
  const page = await reader.read<EventLog>('/events', { outcome: 'all', ...query });
  return eventLogSchema.parse(page).items;
}

async function way(id: string): Promise<EventWay> {
  return eventWaySchema.parse(await reader.read(`/events/${id}`));
}

async function refusedId(): Promise<string> {
  let id = '';
  await until('the refused request is on file', async () => {
    id = (await log({ outcome: 'refused' }))[0]?.id ?? '';
    return id !== '';
  });
  return id;
}

const stateOf = ({ steps }: EventWay, name: string) => steps.find(({ step }) => step === name)?.state;

describe('painted receipts', () => {
  it('count once for each connection of a visible tab, and the way shows the delay of the first', async () => {
    const [first, second] = [await openTab(), await openTab()];
    await reps.send('call-started');
    await first.showsAfter(1);
    const id = first.events[0]?.id ?? '';
    expect(id).toMatch(/^[1-9]\d*$/);
    for (const tab of [first, first, second]) tab.socket.emit('event.painted', { id });
    await until('both are counted', async () => (await way(id)).painted_tabs === 2);
    const shown = await way(id);
    expect(shown.painted_after_ms).toBeGreaterThanOrEqual(0);
    expect(stateOf(shown, 'painted')).toBe('done');
    expect(shown.item).toMatchObject({ id, agent_email: rep.email });
    await reps.send('hold-started');
    await first.showsAfter(2);
    first.socket.emit('event.painted', { id: first.events[1]?.id ?? '' });
    const receipts = () =>
      service.query('SELECT user_id, opened_call FROM event_receipts WHERE brand_id = $1 ORDER BY call_event_id', [
        brand.id,
      ]);
    await until('the second event is counted', async () => (await receipts()).length === 2);
    expect(await receipts()).toEqual([
      { user_id: rep.id, opened_call: true },
      { user_id: rep.id, opened_call: false },
    ]);
  });

  it('have no effect, and keep the connection, for another rep, for an unknown event and without a valid id', async () => {
    const stranger = await openTab(await addUser(service, brand));
    const own = await openTab();
    await reps.send('call-started');
    await own.showsAfter(1);
    const id = own.events[0]?.id ?? '';
    for (const payload of [{ id }, { id: '999999999999' }, { id: 'x' }, null, 'text', {}]) {
      stranger.socket.emit('event.painted', payload as { id: string });
    }
    own.socket.emit('event.painted', { id });
    await until('the own one is counted', async () => (await way(id)).painted_tabs > 0);
    expect((await way(id)).painted_tabs).toBe(1);
    expect(stranger.socket.connected).toBe(true);
  });

  it('a superseding start has its id, and the end that the service created has none', async () => {
    const tab = await openTab();
    await reps.send('call-started');
    await reps.send('call-started', { phone_number: '+14155550177' });
    await tab.showsAfter(3);
    expect(tab.events.map(({ id, event }) => [event, id !== undefined])).toEqual([
      ['call-started', true],
      ['call-ended', false],
      ['call-started', true],
    ]);
  });
});

describe('the way of an event', () => {
  it('has each step, with the key, the rep, the tabs and the request id', async () => {
    await openTab();
    await dialler.post(
      'call-started',
      { agent_email: rep.email, phone_number: '+14155550134' },
      { 'x-request-id': 'r-1' },
    );
    const [item] = await log();
    const shown = await way(item?.id ?? '');
    expect(shown).toMatchObject({
      brand: brand.slug,
      key: { label: null, prefix: 'cs_live_', last_four: brand.key.slice(-4) },
      rep: { email: rep.email },
      request_id: 'r-1',
      painted_after_ms: null,
    });
    expect(shown.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'received done',
      'key done',
      'brand done',
      'rep done',
      'call done',
      'committed done',
      'painted open',
      'companion not_needed',
    ]);
  });

  it('ends at the rep for an address without a user', async () => {
    await dialler.post('call-ended', { agent_email: 'SIP/77' });
    const [item] = await log();
    const shown = await way(item?.id ?? '');
    expect([stateOf(shown, 'rep'), stateOf(shown, 'call'), stateOf(shown, 'painted')]).toEqual([
      'failed',
      'not_needed',
      'not_needed',
    ]);
  });

  it('has status, reason and the redacted body of a refused request', async () => {
    await dialler.post('call-started', {
      agent_email: rep.email,
      phone_number: '',
      customer_id: '0042178',
      metadata: { card: '4111111111111111' },
    });
    const shown = await way(await refusedId());
    expect(shown.key).toEqual({ label: null, prefix: 'cs_live_', last_four: brand.key.slice(-4) });
    expect(shown.item).toMatchObject({ outcome: 'refused', status: 422, reason: 'phone_number must not be empty' });
    expect(shown.body).toEqual({
      agent_email: rep.email,
      phone_number: '',
      customer_id: '*****78',
      metadata: { card: '(text)' },
    });
    const rows = await service.query('SELECT row_to_json(r)::text AS row FROM refused_requests r WHERE brand_id = $1', [
      brand.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('4111111111111111');
  });

  it('is readable by owners only, and for their brand only', async () => {
    await reps.send('call-started');
    const [item] = await log();
    const asRep = await Reader.of(service.clients[0], brand, rep);
    expect((await asRep.send('GET', `/events/${item?.id}`)).status).toBe(403);
    const other = await addBrand(service);
    const stranger = await Reader.of(service.clients[0], other, await addUser(service, other, { role: 'owner' }));
    expect((await stranger.send('GET', `/events/${item?.id}`)).status).toBe(404);
    for (const id of ['0', 'r', 'x', '12345678901234567890', 'r999999', '%00']) {
      expect((await reader.send('GET', `/events/${id}`)).status).toBe(404);
    }
  });
});

describe('the search', () => {
  const found = async (query: Record<string, string>) => (await log(query)).map(({ event }) => event);

  it('finds events by number, event id or request id, and by a text that may be any of them', async () => {
    await dialler.post(
      'call-started',
      { agent_email: rep.email, phone_number: '(415) 555-0134', event_id: 'e-1' },
      { 'x-request-id': 'req-1' },
    );
    await dialler.post('hold-started', { agent_email: 'SIP/9', event_id: 'e-2' });
    await dialler.post('call-ended', { event_id: 'e-3' }, { 'x-request-id': 'req-3' });
    await refusedId();
    expect(await found({ phone: '+14155550134' })).toEqual(['call-started']);
    expect(await found({ phone: '415-555-0134' })).toEqual(['call-started']);
    expect(await found({ event_id: 'e-2' })).toEqual(['hold-started']);
    expect(await found({ request_id: 'req-1' })).toEqual(['call-started']);
    expect(await found({ request_id: 'req-3' })).toEqual(['call-ended']);
    expect(await found({ q: ' (415) 555 0134 ' })).toEqual(['call-started']);
    expect(await found({ q: 'e-2' })).toEqual(['hold-started']);
    expect(await found({ q: 'req-3' })).toEqual(['call-ended']);
    expect(await found({ q: 'sip/9' })).toEqual(['hold-started']);
    expect(await found({ q: rep.email.toUpperCase() })).toEqual(['call-started']);
    expect(await found({ q: 'nobody' })).toEqual([]);
    expect(await found({ phone: '+14155550134', event: 'call-ended' })).toEqual([]);
    expect(await found({ phone: '+14155550134', agent_email: rep.email, resolved: 'true' })).toEqual(['call-started']);
  });

  it('pages the events of a number', async () => {
    for (let n = 0; n < 5; n += 1)
      await reps.send('call-started', { event_id: `p-${n}`, phone_number: `+1415555017${n % 2}` });
    const all = await reader.readAll<{ event_id: string }>('/events', { phone: '+14155550170', limit: 1 });
    expect(all.map(({ event_id }) => event_id)).toEqual(['p-4', 'p-2', 'p-0']);
  });

  it('pages all events of a number, including those of simultaneous calls and those without a call', async () => {
    const colleague = await addUser(service, brand);
    const both = [reps, createRepsDialler(dialler, colleague)];
    const [first, second] = both as [RepsDialler, RepsDialler];
    const start = (by: RepsDialler, number = '+14155550170') => by.send('call-started', { phone_number: number });
    // A long call, beside which 18 shorter ones and six of another number take place.
    await start(first);
    for (let call = 0; call < 24; call += 1) {
      await start(second, call % 4 === 1 ? '+14155550171' : undefined);
      await second.send('hold-started');
      await first.send('recording-paused');
      // An end may have a number of its own.
      await second.send('call-ended', call % 4 === 2 ? { phone_number: '+14155550171' } : {});
      await first.send('recording-resumed');
    }
    await first.send('call-ended');
    await first.send('hold-started');
    await dialler.post('call-started', { agent_email: 'nobody@acme.example', phone_number: '+14155550170' });
    await start(second);
    await second.send('hold-started');
    const deleted = `DELETE FROM chats WHERE call_id = $1`;
    const [call] = await service.query<{ id: string }>(
      `SELECT id FROM calls WHERE brand_id = $1 AND phone_number = '+14155550170' AND ended_at IS NOT NULL ORDER BY started_at DESC`,
      [brand.id],
    );
    await service.query(deleted, [call?.id]);
    await service.query('DELETE FROM calls WHERE id = $1', [call?.id]);

    type Item = EventLog['items'][number];
    const expectPages = async (phone: string, count: number) => {
      const everything = await reader.readAll<Item>('/events', {});
      const ofNumber = everything.filter((item) => 'phone_number' in item && item.phone_number === phone);
      expect(ofNumber).toHaveLength(count);
      for (const filter of [
        {},
        { event: 'call-started' },
        { event: 'recording-paused' },
        { resolved: 'false' },
        { agent_email: colleague.email },
        { agent_email: rep.email, event: 'call-started' },
      ]) {
        const expected = ofNumber.filter(
          (item) =>
            (!filter.event || item.event === filter.event) &&
            (!filter.agent_email || item.agent_email === filter.agent_email) &&
            (!filter.resolved || ('agent_resolved' in item && !item.agent_resolved)),
        );
        for (const limit of [1, 3, 7, 50])
          expect(await reader.readAll('/events', { phone, limit, ...filter })).toEqual(expected);
      }
    };
    await expectPages('+14155550170', 101);
    await expectPages('+14155550171', 24);
    // All events of a batch have one instant.
    const coarse = (column: string) => `${column} = date_bin('50 ms', ${column}, '2000-01-01')`;
    await service.query(`UPDATE call_events SET ${coarse('received_at')} WHERE brand_id = $1`, [brand.id]);
    await service.query(`UPDATE calls SET ${coarse('started_at')}, ${coarse('ended_at')} WHERE brand_id = $1`, [
      brand.id,
    ]);
    await expectPages('+14155550170', 101);
    await expectPages('+14155550171', 24);
  });

  it('refuses two searches at once and texts that are too long', async () => {
    expect((await reader.send('GET', '/events?q=a&phone=1')).status).toBe(422);
    expect((await reader.send('GET', `/events?q=${'a'.repeat(1001)}`)).status).toBe(422);
    expect((await reader.send('GET', '/events?request_id=')).status).toBe(422);
    expect((await reader.send('GET', '/events?q=%00&outcome=all')).status).toBe(200);
  });
});

describe('send again', () => {
  const resend = (id: string, body: object) => reader.send('POST', `/events/refused/${id}/resend`, body);
  const corrected = () => ({ agent_email: rep.email, phone_number: '+14155550134' });

  it('records the corrected event with a new event id, marked and audited', async () => {
    await dialler.post('call-started', { agent_email: rep.email, phone_number: '', event_id: 'mine' });
    const id = await refusedId();
    const tab = await openTab();
    const answer = await resend(id, { event: 'call-started', body: { ...corrected(), event_id: 'mine' } });
    expect(answer.status).toBe(200);
    const sent = answer.json as ResentEvent;
    expect(sent).toMatchObject({ accepted: true, duplicate: false, agent_resolved: true, call_active: true });
    expect(sent.event_id).toMatch(/^resent-/);
    expect((await tab.showsAfter(1)).call?.phone_number).toBe('+14155550134');
    expect((await log({ event_id: sent.event_id }))[0]).toMatchObject({ resent_from: id });
    const audits = await service.query('SELECT action, subject, actor FROM audit_log WHERE brand_id = $1', [brand.id]);
    expect(audits).toEqual([{ action: 'event.resend', subject: id, actor: owner.email }]);
  });

  it('requires a confirmation before it changes a live call', async () => {
    await dialler.post('call-started', { agent_email: rep.email, phone_number: '' });
    const id = await refusedId();
    await reps.send('call-started', { phone_number: '+14155550199' });
    const refused = await resend(id, { event: 'call-started', body: corrected() });
    expect(refused.status).toBe(409);
    const asked: WouldChange = wouldChangeSchema.parse(refused.json);
    expect(asked.would_change).toMatchObject({ effect: 'superseded', call: { phone_number: '+14155550199' } });
    expect(await log({ outcome: 'accepted' })).toHaveLength(1);
    const effects = { 'call-ended': 'ended', 'hold-started': 'hold', 'recording-paused': 'recording' };
    for (const [event, effect] of Object.entries(effects)) {
      const answer = await resend(id, { event, body: { agent_email: rep.email } });
      expect([answer.status, wouldChangeSchema.parse(answer.json).would_change.effect]).toEqual([409, effect]);
    }
    const ofNoCall = { event: 'call-started', body: corrected(), confirm_call: crypto.randomUUID() };
    expect((await resend(id, ofNoCall)).status).toBe(409);
    const confirm_call = asked.would_change.call.reference;
    expect((await resend(id, { event: 'call-started', body: corrected(), confirm_call })).status).toBe(200);
  });

  it('refuses masked values, bodies that a dialler could not send, unknown ids and reps', async () => {
    await dialler.post('call-started', { agent_email: rep.email, phone_number: '' });
    const id = await refusedId();
    const statusOf = async (body: object, of = id) => (await resend(of, body)).status;
    expect(await statusOf({ event: 'call-started', body: { ...corrected(), phone_number: '+*********34' } })).toBe(422);
    expect(await statusOf({ event: 'call-started', body: { ...corrected(), metadata: { a: '(text)' } } })).toBe(422);
    expect(await statusOf({ event: 'call-started', body: { agent_email: rep.email } })).toBe(422);
    expect(await statusOf({ event: 'call-began', body: corrected() })).toBe(422);
    expect(await statusOf({ event: 'call-started', body: [] })).toBe(422);
    expect(await statusOf({ event: 'call-started', body: corrected(), confirm_call: 'yes' })).toBe(422);
    expect(await statusOf([])).toBe(422);
    expect(await statusOf({ event: 'call-started', body: corrected() }, 'r9999999')).toBe(404);
    const asRep = await Reader.of(service.clients[0], brand, rep);
    expect((await asRep.send('POST', `/events/refused/${id}/resend`, {})).status).toBe(403);
    expect(await log({ outcome: 'accepted' })).toEqual([]);
  });

  it('keeps the digits of numbers in metadata', async () => {
    await dialler.post('call-started', { agent_email: rep.email, phone_number: '' });
    const id = await refusedId();
    const body = `{"agent_email":"${rep.email}","phone_number":"+14155550134","metadata":{"n":1.10}}`;
    const answer = await reader.send('POST', `/events/refused/${id}/resend`, `{"event":"call-started","body":${body}}`);
    expect(answer.status).toBe(200);
    const { text } = await reader.send('GET', '/events');
    expect(text).toContain('{"n":1.10}');
  });
});
