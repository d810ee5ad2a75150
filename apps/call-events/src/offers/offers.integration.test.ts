import { randomUUID } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import { type CallOffers, callOffersSchema, recordedOutcomeSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addCustomer } from '../../test/support/customers.ts';
import { createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { type FakeRecommender, startFakeRecommender } from '../../test/support/fake-recommender.ts';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';
import { Tab } from '../../test/support/tab.ts';

let service: ServiceUnderTest;
let recommender: FakeRecommender;
let tabs: Tab[] = [];

beforeAll(async () => {
  // Two servers without Redis: each finds the changes of the other in the database only.
  service = await startService({ servers: 2 });
});
afterAll(() => service.close());
// Of its own for each test: an earlier one may still be asked.
beforeEach(async () => {
  recommender = await startFakeRecommender();
});
afterEach(async () => {
  await recommender.close();
  for (const tab of tabs) {
    tab.close();
    expect(tab.faults).toEqual([]);
  }
  tabs = [];
});

interface Desk {
  /** Of the recommender. An earlier desk may still be asked for. */
  key: string;
  brand: TestBrand;
  rep: TestUser;
  reader: Reader;
  send: ReturnType<typeof createRepsDialler>['send'];
  tab: (server?: number) => Promise<Tab>;
}

const aKey = () => `cs_live_${randomUUID().replaceAll('-', '')}01234567`;

async function connect(
  brand: { id: string },
  { query }: Pick<ServiceUnderTest, 'query'> = service,
  key = aKey(),
): Promise<void> {
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(key);
  await query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    recommender.url,
    sealed,
  ]);
}

async function newDesk({
  isConnected = true,
  at = service,
  country = 'US',
}: {
  isConnected?: boolean;
  at?: ServiceUnderTest;
  country?: string;
} = {}): Promise<Desk> {
  const brand = await addBrand(at, { country });
  const rep = await addUser(at, brand);
  const key = aKey();
  if (isConnected) await connect(brand, at, key);
  await at.query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type) VALUES ($1, '900', 'Gold 100% Chain', 80, 'Chain')`,
    [brand.id],
  );
  return {
    key,
    brand,
    rep,
    reader: await Reader.of(at.clients[0], brand, rep),
    send: createRepsDialler(createDialler(at.clients[0], brand), rep).send,
    tab: async (server = 0) => {
      const client = at.clients[server];
      if (client === undefined) throw new Error('no such server');
      const token = await tokenFor(rep, brand, { audience: 'tab' });
      const tab = new Tab({ port: client.port, host: brand.host, token });
      tabs.push(tab);
      await tab.hears('call.state');
      return tab;
    },
  };
}

/** The connections are cached for 5 s, and a request may take 2 s. */
const forTheConnection = 20_000;

/** The newest of the tab. They are in a message of their own, or in that of the whole state. */
function heardOffers(tab: Tab): CallOffers | undefined {
  const offers = [...tab.named('offers'), ...tab.named('call.state').flatMap((state) => Object(state).offers ?? [])];
  return offers
    .map((one) => callOffersSchema.parse(one))
    .sort((one, other) => one.sequence - other.sequence)
    .at(-1);
}

async function offersOf(tab: Tab, isMeant: (offers: CallOffers) => boolean = () => true): Promise<CallOffers> {
  const meant = () => {
    const offers = heardOffers(tab);
    return offers !== undefined && isMeant(offers) ? offers : null;
  };
  await until('the offers are shown', () => meant() !== null, forTheConnection);
  return meant() as CallOffers;
}

/** Whether offers are the answer to the newest of these questions. */
const answersTo = (isAsked: (question: FakeRecommender['questions'][number]) => boolean) => (offers: CallOffers) =>
  offers.recommendation_id === recommender.questions.findLast(isAsked)?.recommendation_id;

const referenceOf = (tab: Tab) => tab.state?.call?.reference ?? '';

describe('the offers of a call', () => {
  test('are requested when it opens, pushed to the tabs of every server and kept in the snapshot', async () => {
    const desk = await newDesk();
    const [here, there] = [await desk.tab(0), await desk.tab(1)];
    await desk.send('call-started', { phone_number: '(415) 555-0134' });
    const offers = await offersOf(here);
    expect(offers).toMatchObject({
      call_reference: referenceOf(here),
      status: 'ready',
      recommendation_id: expect.any(String),
      items: [
        { rank: 1, sku: '401', title: 'Sapphire Pendant', web_price: 129.99, slot: 1, on_hand: 6 },
        { rank: 2, sku: '402' },
      ],
      stock_age_seconds: 240,
      anchors: [],
      outcomes: [],
    });
    expect(recommender.questions).toContainEqual(
      expect.objectContaining({ phone: '4155550134', purchased_skus: [], key: desk.key }),
    );
    await until('the other server finds them', () => {
      const pushed = there.named('offers').at(-1) ?? there.state?.offers;
      return Object(pushed).sequence === offers.sequence;
    });
    const later = await desk.tab(1);
    expect(later.state?.offers).toEqual(offers);
    await desk.send('call-ended');
    expect((await desk.tab(0)).state?.offers).toBeNull();
  });

  test.each(['anonymous', '+442071838750', '12'])(
    'are requested for nobody with the number %p, and a sale is reported for nobody',
    async (phone_number) => {
      const desk = await newDesk();
      const tab = await desk.tab();
      await desk.send('call-started', { phone_number });
      const { recommendation_id } = await offersOf(tab);
      const again = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, { anchors: ['900'] });
      expect(again.json).toMatchObject({ status: 'ready', anchors: ['900'] });
      for (const asked of recommender.questions) {
        expect(asked).toMatchObject({ phone: '0000000000' });
        expect(asked).not.toHaveProperty('customer_id');
      }
      const sale = { recommendation_id, sku: '401', outcome: 'sold' };
      const sold = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/outcomes`, sale);
      expect(sold.json).toMatchObject({ reported: true });
      expect(recommender.purchases).toMatchObject([{ phone: '0000000000', recommendation_id }]);
    },
    forTheConnection,
  );

  describe('with the code of a customer', () => {
    const customer = { customer_id: '0042', phone_number: '+14155550177' };
    const ofCustomer = { phone: '4155550177', customer_id: '0042' };
    /** Different ones, in order: both servers may find a call without offers, and ask for it. */
    const customersAskedFor = ({ key }: Desk) => {
      const ofDesk = recommender.questions.filter((question) => question.key === key);
      const asked = ofDesk.map(({ phone, customer_id }) => JSON.stringify({ phone, customer_id }));
      return [...new Set(asked)].map((one) => JSON.parse(one));
    };

    test.each(['+14155550134', 'anonymous', '+442071838750'])(
      'are requested with their code and number on file when they call with the number %p, and sales are reported with it',
      async (phone_number) => {
        const desk = await newDesk();
        await addCustomer(service, desk.brand, customer);
        const tab = await desk.tab();
        await desk.send('call-started', { phone_number, customer_id: ' 0042 ' });
        const offers = await offersOf(tab);
        await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, {});
        expect(customersAskedFor(desk)).toEqual([ofCustomer]);
        const sale = { recommendation_id: offers.recommendation_id, sku: '401', outcome: 'sold' };
        const sold = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/outcomes`, sale);
        expect(sold.json).toMatchObject({ reported: true });
        expect(recommender.purchases).toMatchObject([{ phone: ofCustomer.phone }]);
      },
      forTheConnection * 2,
    );

    test('a sale that is reported later has the number on file, too', async () => {
      const desk = await newDesk();
      await addCustomer(service, desk.brand, customer);
      const tab = await desk.tab();
      await desk.send('call-started', { phone_number: 'anonymous', customer_id: '0042' });
      const { recommendation_id } = await offersOf(tab);
      recommender.mode = 'fail';
      const sale = { recommendation_id, sku: '401', outcome: 'sold' };
      await desk.reader.send('POST', `/calls/${referenceOf(tab)}/outcomes`, sale);
      recommender.mode = 'answer';
      await until('the sale is reported', () => recommender.purchases.length > 0);
      expect(recommender.purchases).toMatchObject([{ phone: ofCustomer.phone }]);
    });

    test.each([
      ['an unknown code', '+14155550134', 'nobody', { phone: '4155550134' }],
      ['no number on file', '+14155550134', 'no number', { phone: '4155550134', customer_id: 'no number' }],
      ['no number at all', 'anonymous', 'no number', { phone: '0000000000', customer_id: 'no number' }],
      ['a foreign number on file', '+14155550134', 'abroad', { phone: '4155550134', customer_id: 'abroad' }],
      [
        'a foreign number on file that they call from',
        '+442071838750',
        null,
        { phone: '0000000000', customer_id: 'abroad' },
      ],
    ])('are requested with what is known of a customer with %s', async (_, phone_number, customer_id, asked) => {
      const desk = await newDesk();
      await addCustomer(service, desk.brand, { customer_id: 'no number' });
      await addCustomer(service, desk.brand, { customer_id: 'abroad', phone_number: '+442071838750' });
      const tab = await desk.tab();
      await desk.send('call-started', { phone_number, customer_id });
      await offersOf(tab);
      const again = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, {});
      expect(again.status).toBe(200);
      expect(customersAskedFor(desk)).toEqual([asked]);
    });

    test('are requested again for the customer that the rep picked among those with the number, with the same anchors', async () => {
      const desk = await newDesk();
      for (const customer_id of ['0042', '0043']) await addCustomer(service, desk.brand, { ...customer, customer_id });
      const tab = await desk.tab();
      await desk.send('call-started', { phone_number: customer.phone_number });
      await offersOf(tab);
      await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, { anchors: ['900'] });
      const picked = await desk.reader.send('PUT', `/desk/calls/${referenceOf(tab)}/customer`, { customer_id: '0043' });
      expect(picked.status).toBe(200);
      const theirs = await offersOf(
        tab,
        answersTo(({ customer_id }) => customer_id === '0043'),
      );
      expect(theirs).toMatchObject({ status: 'ready', anchors: ['900'] });
      expect(customersAskedFor(desk)).toEqual([{ phone: '0000000000' }, { ...ofCustomer, customer_id: '0043' }]);
      await desk.reader.send('PUT', `/desk/calls/${referenceOf(tab)}/customer`, { customer_id: null });
      const { sequence } = theirs;
      const nobodys = await offersOf(tab, (offers) => offers.sequence > sequence);
      const question = recommender.questions.find((one) => one.recommendation_id === nobodys.recommendation_id);
      expect(question).toMatchObject({ phone: '0000000000', purchased_skus: ['900'] });
    });

    test.each([
      ['with a code', 'anonymous', { customer_id: '0042', phone_number: '+14155550177' }],
      ['without a code', '+442071838750', { customer_id: null, phone_number: '+14155550177' }],
    ])(
      'are requested again for a customer %s whom the rep found for the caller %p, and sales are theirs',
      async (_, phone_number, found) => {
        const desk = await newDesk();
        await addCustomer(service, desk.brand, found);
        const tab = await desk.tab();
        await desk.send('call-started', { phone_number });
        await offersOf(tab);
        const choice = { customer_id: found.customer_id ?? '', phone_number: found.phone_number };
        await desk.reader.send('PUT', `/desk/calls/${referenceOf(tab)}/customer`, choice);
        const { recommendation_id } = await offersOf(
          tab,
          answersTo(({ phone }) => phone === ofCustomer.phone),
        );
        const [popular, theirs] = customersAskedFor(desk);
        expect(popular).toEqual({ phone: '0000000000' });
        expect(theirs).toEqual({ phone: ofCustomer.phone, ...(found.customer_id && { customer_id: '0042' }) });
        const sale = { recommendation_id, sku: '401', outcome: 'sold' };
        await desk.reader.send('POST', `/calls/${referenceOf(tab)}/outcomes`, sale);
        expect(recommender.purchases).toMatchObject([{ phone: ofCustomer.phone }]);
      },
      forTheConnection,
    );

    test('are for the customer whom the rep picked before the recommender answered', async () => {
      const desk = await newDesk();
      const phone_number = '+14155550178';
      for (const customer_id of ['0042', '0043']) await addCustomer(service, desk.brand, { customer_id, phone_number });
      const tab = await desk.tab();
      recommender.mode = 'hang';
      await desk.send('call-started', { phone_number });
      const questions = () => recommender.questions;
      await until('the recommender is asked', () => questions().length > 0, forTheConnection);
      recommender.mode = 'answer';
      await desk.reader.send('PUT', `/desk/calls/${referenceOf(tab)}/customer`, { customer_id: '0043' });
      // The first request ends after 2 s without an answer.
      await until(
        'the offers for the customer are shown',
        () => {
          const answered = questions().findLast(({ customer_id }) => customer_id === '0043')?.recommendation_id;
          return answered !== undefined && Object(tab.named('offers').at(-1)).recommendation_id === answered;
        },
        forTheConnection,
      );
    });
  });

  test('are unavailable when the recommender fails, and the rep can ask again', async () => {
    const desk = await newDesk();
    const tab = await desk.tab();
    recommender.mode = 'fail';
    expect((await desk.send('call-started')).status).toBe(200);
    expect(await offersOf(tab)).toMatchObject({ status: 'unavailable', recommendation_id: null, items: [] });
    recommender.mode = 'answer';
    const again = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, {});
    expect(again.status).toBe(200);
    const { sequence } = callOffersSchema.parse(again.json);
    expect(await offersOf(tab, (offers) => offers.sequence >= sequence)).toEqual(again.json);
    expect(again.json).toMatchObject({ status: 'ready' });
  });

  test('are unavailable after 2 s when the recommender hangs; the call is answered at once', async () => {
    const desk = await newDesk();
    const tab = await desk.tab();
    recommender.mode = 'hang';
    expect((await desk.send('call-started')).status).toBe(200);
    expect((await desk.send('hold-started')).status).toBe(200);
    await tab.hears('call.event', 2);
    expect(tab.named('offers')).toEqual([]);
    expect(await offersOf(tab)).toMatchObject({ status: 'unavailable' });
  });

  test.each([
    ['US', '+14155550134', '4155550134'],
    ['GB', '+442071838750', '+442071838750'],
    ['US', 'anonymous', '4155550177'],
    ['US', 'withheld', '0000000000'],
  ])(
    'are requested by any server if the server of the call has stopped, in %s with the number %p',
    async (country, phone_number, phone) => {
      const desk = await newDesk({ isConnected: false, country });
      await addCustomer(service, desk.brand, { customer_id: '0042', phone_number: '+14155550177' });
      const tab = await desk.tab(1);
      const code = phone_number === 'anonymous' ? { customer_id: '0042' } : {};
      await desk.send('call-started', { phone_number, ...code });
      await until('the call is shown', () => tab.state?.call !== null);
      await connect(desk.brand);
      await until('the tab has offers', () => tab.named('offers').length > 0);
      expect(recommender.questions).toContainEqual(expect.objectContaining({ phone }));
    },
    30_000,
  );

  test('change with the products that the customer is buying, and include the titles of these products', async () => {
    const desk = await newDesk();
    const tab = await desk.tab();
    await desk.send('call-started');
    await offersOf(tab);
    const answer = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, { anchors: ['900', ' 401 '] });
    expect(answer.json).toMatchObject({
      anchors: ['900', '401'],
      titles: { 900: 'Gold 100% Chain' },
      items: [{ sku: '402', reasons: ['often_bought_with:900', 'often_bought_with:401'] }],
    });
    const { sequence } = callOffersSchema.parse(answer.json);
    expect(await offersOf(tab, (offers) => offers.sequence >= sequence)).toEqual(answer.json);
    expect(answer.json).toMatchObject({ unknown_anchors: ['401'] });
    const none = await desk.reader.send('POST', `/calls/${referenceOf(tab)}/offers`, { anchors: ['toString', '900'] });
    expect(none.json).toMatchObject({ anchors: ['toString', '900'], unknown_anchors: ['toString'] });
  });
});

describe('the outcome of an offer', () => {
  async function onACall(): Promise<{ desk: Desk; tab: Tab; reference: string; offers: CallOffers }> {
    const desk = await newDesk();
    const tab = await desk.tab();
    await desk.send('call-started');
    const offers = await offersOf(tab);
    return { desk, tab, reference: referenceOf(tab), offers };
  }

  test('sold is reported as a purchase once, for any number of requests to any server', async () => {
    const { desk, tab, reference, offers } = await onACall();
    const body = { recommendation_id: offers.recommendation_id, sku: '401', outcome: 'sold', outcome_id: randomUUID() };
    const elsewhere = await Reader.of(service.clients[1]!, desk.brand, desk.rep);
    const readers = [desk.reader, elsewhere, desk.reader, elsewhere];
    const answers = await Promise.all(readers.map((one) => one.send('POST', `/calls/${reference}/outcomes`, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const recorded = answers.map(({ json }) => recordedOutcomeSchema.parse(json));
    expect(recorded.filter(({ duplicate }) => !duplicate)).toMatchObject([
      { sku: '401', outcome: 'sold', qty: 1, unit_price: 129.99, reported: true },
    ]);
    expect(recommender.purchases).toMatchObject([
      {
        phone: '4155550134',
        recommendation_id: offers.recommendation_id,
        purchased_lines: [{ sku: '401', qty: 1, unit_price: 129.99, order_line_id: `${reference} ${body.outcome_id}` }],
      },
    ]);
    await until(
      'the tab has the sale',
      () => Object(tab.named('offers').at(-1)).outcomes?.[0]?.reported === true,
      5_000,
    );
    const repeated = await desk.reader.send('POST', `/calls/${reference}/outcomes`, { ...body, qty: 5 });
    expect(repeated.json).toMatchObject({ qty: 1, duplicate: true, reported: true });
  });

  test('sold is kept while the recommender is unavailable, and reported later', async () => {
    const { desk, reference, offers } = await onACall();
    recommender.mode = 'fail';
    await desk.send('call-ended');
    const body = {
      recommendation_id: offers.recommendation_id,
      sku: '402',
      outcome: 'sold',
      qty: 2,
      unit_price: 99,
      outcome_id: 'a',
    };
    const send = () => desk.reader.send('POST', `/calls/${reference}/outcomes`, body);
    const answer = await send();
    expect(answer.json).toMatchObject({ reported: false, qty: 2, unit_price: 99, duplicate: false });
    recommender.mode = 'answer';
    await until('the sale is reported', () => recommender.purchases.length > 0);
    expect(recommender.purchases).toMatchObject([{ purchased_lines: [{ sku: '402', qty: 2, unit_price: 99 }] }]);
    await until('it is on file', async () => Object((await send()).json).reported === true);
    expect(recommender.purchases).toHaveLength(1);
  }, 45_000);

  test('declined is recorded with its reason, without a card number, and is not reported', async () => {
    const { desk, reference, offers } = await onACall();
    const body = {
      recommendation_id: offers.recommendation_id,
      sku: '401',
      outcome: 'declined',
      reason: 'too expensive, 4111 1111 1111 1111',
    };
    const answer = await desk.reader.send('POST', `/calls/${reference}/outcomes`, body);
    expect(answer.json).toMatchObject({ outcome: 'declined', qty: null, unit_price: null });
    expect(answer.json).toMatchObject({ reason: 'too expensive, **** **** **** 1111' });
    expect(recommender.purchases).toEqual([]);
    expect((await desk.tab()).state?.offers).toMatchObject({ outcomes: [{ sku: '401', outcome: 'declined' }] });
  });

  describe('an offer that has an outcome already', () => {
    const report = (desk: Desk, reference: string, fields: object) =>
      desk.reader.send('POST', `/calls/${reference}/outcomes`, { sku: '401', ...fields });

    test('a sale replaces a decline, and a decline after a sale is refused', async () => {
      const { desk, reference, offers } = await onACall();
      const { recommendation_id } = offers;
      const declined = { recommendation_id, outcome: 'declined', outcome_id: 'no' };
      expect((await report(desk, reference, declined)).status).toBe(200);
      const sold = await report(desk, reference, { recommendation_id, outcome: 'sold', outcome_id: 'yes' });
      expect([sold.status, Object(sold.json).outcome]).toEqual([200, 'sold']);
      const refused = await report(desk, reference, { ...declined, outcome_id: 'no again' });
      expect(refused.status).toBe(409);
      expect(Object(refused.json).detail).toContain('on file as sold: outcome_id yes, recorded at 20');
      // A repetition of what is on file changes nothing and is no conflict.
      expect((await report(desk, reference, declined)).json).toMatchObject({ outcome: 'declined', duplicate: true });
      expect(recommender.purchases).toHaveLength(1);
      const other = { recommendation_id, sku: '402', outcome: 'declined' };
      expect((await report(desk, reference, other)).status).toBe(200);
      const more = { recommendation_id, outcome: 'sold', outcome_id: 'one more' };
      expect((await report(desk, reference, more)).json).toMatchObject({ outcome: 'sold', duplicate: false });
      expect(recommender.purchases).toHaveLength(2);
    });

    test('a sale and a decline at the same time on two servers never leave the decline last', async () => {
      const { desk, reference, offers } = await onACall();
      const elsewhere = await Reader.of(service.clients[1]!, desk.brand, desk.rep);
      const send = (reader: Reader, outcome: string) =>
        reader.send('POST', `/calls/${reference}/outcomes`, {
          recommendation_id: offers.recommendation_id,
          sku: '401',
          outcome,
        });
      const answers = await Promise.all([send(desk.reader, 'sold'), send(elsewhere, 'declined')]);
      const [sold, declined] = answers.map(({ status }) => status);
      expect(sold).toBe(200);
      const rows = await service.query<{ outcome: string }>(
        `SELECT r.outcome FROM offer_outcomes r JOIN calls c ON c.id = r.call_id
          WHERE c.reference = $1 ORDER BY r.created_at, r.id`,
        [reference],
      );
      const outcomes = rows.map(({ outcome }) => outcome);
      expect(outcomes).toEqual(declined === 409 ? ['sold'] : ['declined', 'sold']);
    });
  });

  test('is refused for a product that was not offered, an unknown call, and the call of another rep, but not for a signed-in owner', async () => {
    const { desk, reference, offers } = await onACall();
    const body = { recommendation_id: offers.recommendation_id, sku: '401', outcome: 'declined' };
    const post = (reader: Reader, ref: string, fields = {}) =>
      reader.send('POST', `/calls/${ref}/outcomes`, { ...body, ...fields });
    expect((await post(desk.reader, reference, { sku: '999' })).status).toBe(422);
    expect((await post(desk.reader, reference, { recommendation_id: randomUUID() })).status).toBe(422);
    expect((await post(desk.reader, reference, { outcome: 'maybe' })).status).toBe(422);
    expect((await post(desk.reader, randomUUID())).status).toBe(404);
    const [other, owner] = [await addUser(service, desk.brand), await addUser(service, desk.brand, { role: 'owner' })];
    const readerOf = (user: TestUser) => Reader.of(service.clients[0], desk.brand, user);
    expect((await post(await readerOf(other), reference)).status).toBe(403);
    const tabOf = async (user: TestUser) =>
      new Reader(service.clients[0], desk.brand, await tokenFor(user, desk.brand, { audience: 'tab' }));
    expect((await post(await tabOf(owner), reference, { outcome: 'sold', unit_price: 99_999 })).status).toBe(403);
    expect((await (await tabOf(owner)).send('POST', `/calls/${reference}/offers`, {})).status).toBe(403);
    expect((await post(await readerOf(owner), reference)).status).toBe(200);
    expect((await desk.reader.send('POST', `/calls/${reference}/offers`, { anchors: 'x' })).status).toBe(422);
    expect((await desk.reader.send('POST', `/calls/${reference}/offers`, 'x')).status).toBe(422);
  });
});

test('instances send each other the offers of their calls through Redis', async () => {
  const { REDIS_URL } = process.env;
  const pair = await startService({ servers: 2, ...(REDIS_URL !== undefined && { redisUrl: REDIS_URL }) });
  try {
    const desk = await newDesk({ at: pair });
    const [here, there] = [await desk.tab(0), await desk.tab(1)];
    await desk.send('call-started');
    const offers = await offersOf(here);
    expect(await offersOf(there)).toEqual(offers);
  } finally {
    for (const tab of tabs) tab.close();
    await pair.close();
  }
});

test('products are found by a part of the title or the beginning of the SKU, in any case of the letters; signs of a pattern are text', async () => {
  const desk = await newDesk();
  const find = async (q: string) =>
    Object((await desk.reader.send('GET', `/desk/products?q=${encodeURIComponent(q)}`)).json).items;
  expect(await find('gold')).toEqual([{ sku: '900', title: 'Gold 100% Chain', web_price: 80 }]);
  expect(await find('90')).toHaveLength(1);
  expect(await find('100%')).toHaveLength(1);
  expect(await find('%')).toHaveLength(1);
  expect(await find('_')).toEqual([]);
  await service.query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, size) VALUES ($1, 'RNG-7', 'Opal', 80, 'Ring', 7.50)`,
    [desk.brand.id],
  );
  for (const q of ['RNG', 'rng-7']) expect(await find(q)).toMatchObject([{ sku: 'RNG-7', size: '7.5' }]);
  expect((await desk.reader.send('GET', '/desk/products')).status).toBe(422);
});

test('the user can read whether the brand has a recommender; that of the environment serves the brand of its key', async () => {
  const { desk, key } = await startWithKey();
  const me = await desk.reader.send('GET', '/me');
  expect(me.json).toMatchObject({ brand_settings: { offers: false } });
  const withEnvironment = await startService({
    servedDatabaseUrl: service.databaseUrl,
    settings: { RECOMMENDER_URL: recommender.url, RECOMMENDER_KEY: key },
  });
  try {
    const reader = await Reader.of(withEnvironment.clients[0], desk.brand, desk.rep);
    expect((await reader.send('GET', '/me')).json).toMatchObject({ brand_settings: { offers: true } });
    const [client] = withEnvironment.clients;
    await createRepsDialler(createDialler(client, desk.brand), desk.rep).send('call-started');
    await until('it is asked', () => recommender.questions.some((question) => question.key === key));
  } finally {
    await withEnvironment.close();
  }

  async function startWithKey() {
    const desk = await newDesk({ isConnected: false });
    return { desk, key: (await addKey(service, desk.brand, { feature: 'recommender' })).key };
  }
});

test('a request for offers needs a token of the rep for the api or a tab, or their cookie with a request of this origin', async () => {
  const desk = await newDesk();
  const tab = await desk.tab();
  await desk.send('call-started');
  await offersOf(tab);
  const [client] = service.clients;
  const path = `/${desk.brand.slug}/calls/${referenceOf(tab)}/offers`;
  const post = (headers: Record<string, string>) =>
    client.send({
      path,
      headers: { host: desk.brand.host, 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  const bearer = async (audience: 'api' | 'tab' | 'companion') => ({
    authorization: `Bearer ${await tokenFor(desk.rep, desk.brand, { audience })}`,
  });
  expect((await post({})).status).toBe(401);
  expect((await post(await bearer('companion'))).status).toBe(401);
  expect((await post(await bearer('tab'))).status).toBe(200);
  expect((await post(await bearer('api'))).status).toBe(200);
  const signedIn = await client.send({
    method: 'POST',
    path: `/${desk.brand.slug}/sign-in`,
    headers: { host: desk.brand.host, ...(await bearer('api')) },
  });
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect((await post({ cookie })).status).toBe(200);
  expect((await post({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  const other = await newDesk({ isConnected: false });
  expect((await post({ authorization: `Bearer ${await tokenFor(other.rep, other.brand)}` })).status).toBe(403);
});
