import { randomUUID } from 'node:crypto';
import { toE164 } from '@callside/schemas';
import { setObjections } from '@callside/shop-data';
import { until } from '@callside/test-kit';
import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addCustomer } from '../../test/support/shop.ts';

let service: ServiceUnderTest;
let customers = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function aPhone(): string {
  customers += 1;
  return `415555${String(2_000 + customers)}`;
}

async function aCustomer(lines: { sku: string; date: string }[] = [], customerId: string | null = null) {
  const phone = aPhone();
  const id = await addCustomer(service.query, service.brand, { phone, customerId, lines });
  return { phone, id };
}

async function offered(body: Record<string, unknown>): Promise<string[]> {
  return skusOf(await recommend(service, { num_items: 10, ...body }));
}

interface Decline {
  sku: string;
  phone?: string | null;
  code?: string | null;
  reason?: string;
  daysAgo?: number;
  isVoid?: boolean;
}

async function decline({ sku, phone = null, code = null, reason = 'price', daysAgo = 0, isVoid = false }: Decline) {
  const [user, call] = [randomUUID(), randomUUID()];
  await service.query("INSERT INTO users (id, brand_id, email, name) VALUES ($1, $2, $3, 'R')", [
    user,
    service.brand.id,
    `${user}@acme.example`,
  ]);
  await service.query(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
     VALUES ($1, $2, $3, $4, 'r', 'x', now(), now(), 'ended')`,
    [call, randomUUID(), service.brand.id, user],
  );
  await service.query(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, outcome_id, phone_number,
                                 customer_id, created_at, voided_at)
     VALUES ($1, $2, $3, $4, $1, $5, 'declined', $6, 'o', $7, $8, now() - $9 * interval '1 day',
             CASE WHEN $10 THEN now() END)`,
    [
      randomUUID(),
      service.brand.id,
      call,
      user,
      sku,
      reason,
      phone === null ? null : toE164(phone),
      code,
      daysAgo,
      isVoid,
    ],
  );
}

async function setDays(column: 'just_bought_days' | 'rest_days', days: number, isInForce: () => Promise<boolean>) {
  await service.query(`UPDATE brands SET ${column} = $2 WHERE id = $1`, [service.brand.id, days]);
  await until(`${column} is ${days}`, isInForce);
}

describe('what was just bought', () => {
  it('is not offered again, and the answer counts it as history and not as an anchor', async () => {
    const { phone } = await aCustomer([
      { sku: '401', date: daysAgo(1) },
      { sku: '501', date: daysAgo(40) },
    ]);
    const answer = await recommend(service, { phone, num_items: 10 });
    expect(skusOf(answer)).not.toContain('401');
    expect(skusOf(answer)).toContain('501');
    expect(answer).toMatchObject({ history_size: 2, resolved_purchased: [], fallback: false });
  });

  it('also when the request brings its history, and in the sizes that it opens', async () => {
    const customer_order_history = [{ sku: '101', order_date: daysAgo(0) }];
    const skus = await offered({ phone: aPhone(), customer_order_history });
    expect(skus).not.toContain('101');
    expect(skus).toContain('103');
  });

  it('is offered again after the days of the brand, and at once with 0', async () => {
    const { phone } = await aCustomer([{ sku: '401', date: daysAgo(5) }]);
    expect(await offered({ phone })).toContain('401');
    await setDays('just_bought_days', 10, async () => !(await offered({ phone })).includes('401'));
    await setDays('just_bought_days', 0, async () => (await offered({ phone })).includes('401'));
    await setDays('just_bought_days', 3, async () => true);
  });
});

describe('what was declined', () => {
  it('rests for the customer with the number, and for nobody else', async () => {
    const [one, other] = [await aCustomer(), await aCustomer()];
    await decline({ sku: '402', ...one });
    expect(await offered(one)).not.toContain('402');
    expect(await offered({ ...one, customer_order_history: [] })).not.toContain('402');
    expect(await offered(other)).toContain('402');
  });

  it('rests for the customer with the code, and not for others who have the number', async () => {
    const phone = aPhone();
    await addCustomer(service.query, service.brand, { phone, customerId: 'shared-1' });
    await addCustomer(service.query, service.brand, { phone, customerId: 'shared-2' });
    await decline({ sku: '402', phone, code: 'shared-1' });
    expect(await offered({ phone, customer_id: 'shared-1' })).not.toContain('402');
    expect(await offered({ phone: '0000000000', customer_id: 'shared-1' })).not.toContain('402');
    expect(await offered({ phone, customer_id: 'shared-2' })).toContain('402');
    const withHistory = { phone, customer_order_history: [] };
    expect(await offered({ ...withHistory, customer_id: 'shared-1' })).not.toContain('402');
    expect(await offered({ ...withHistory, customer_id: 'shared-2' })).toContain('402');
  });

  it('rests for the customer whose number on file has changed since, also without their code', async () => {
    const phone = aPhone();
    await addCustomer(service.query, service.brand, { phone, customerId: 'moved' });
    await decline({ sku: '402', phone: aPhone(), code: 'moved' });
    await decline({ sku: '403', phone: aPhone(), code: 'another' });
    const skus = await offered({ phone });
    expect(skus).not.toContain('402');
    expect(skus).toContain('403');
  });

  it.each<[string, Omit<Decline, 'sku'>[], boolean]>([
    ['29 days ago', [{ daysAgo: 29 }], true],
    ['31 days ago', [{ daysAgo: 31 }], false],
    ['31 days ago, after another time', [{ daysAgo: 31 }, { daysAgo: 100 }], true],
    ['and taken back', [{ isVoid: true }], false],
  ])('%s', async (_, declines, isResting) => {
    const { phone } = await aCustomer();
    for (const one of declines) await decline({ sku: '402', phone, ...one });
    expect((await offered({ phone })).includes('402')).toBe(!isResting);
  });

  it('does not rest when the customer bought it after all', async () => {
    const { phone } = await aCustomer();
    await decline({ sku: '402', phone });
    expect(await offered({ phone })).not.toContain('402');
    await service.query(
      `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id, phone_number)
       SELECT gen_random_uuid(), brand_id, call_id, user_id, recommendation_id, sku, 'sold', 'later', phone_number
         FROM offer_outcomes WHERE phone_number = $1`,
      [toE164(phone)],
    );
    expect(await offered({ phone })).toContain('402');
  });

  it('rests for the days of the brand, and never with 0', async () => {
    const { phone } = await aCustomer();
    await decline({ sku: '402', phone, daysAgo: 5 });
    await setDays('rest_days', 4, async () => (await offered({ phone })).includes('402'));
    await setDays('rest_days', 0, async () => true);
    await setDays('rest_days', 30, async () => !(await offered({ phone })).includes('402'));
  });
});

it('what was returned rests for a year, and is no history', async () => {
  const { phone, id } = await aCustomer([
    { sku: '401', date: daysAgo(500) },
    { sku: '402', date: daysAgo(500) },
    { sku: '501', date: daysAgo(500) },
  ]);
  const giveBack = (sku: string, days: number) =>
    service.query(
      `UPDATE order_lines SET returned_at = now() - $3 * interval '1 day' WHERE customer_id = $1 AND sku = $2`,
      [id, sku, days],
    );
  await giveBack('401', 300);
  await giveBack('402', 400);
  const answer = await recommend(service, { phone, num_items: 10 });
  expect(skusOf(answer)).not.toContain('401');
  expect(skusOf(answer)).toContain('402');
  expect(answer.history_size).toBe(1);
});

describe('who objects', () => {
  const withheld = { recommendations: [], recommendation: null, offers_withheld: 'customer_objects' };
  const object = (subject: { phoneNumber?: string; customerId?: string }) =>
    setObjections(service.query, service.brand.id, [{ phoneNumber: null, customerId: null, ...subject }]);
  const isWithheld = (body: Record<string, unknown>) => async () =>
    (await recommend(service, body)).offers_withheld === 'customer_objects';

  it('gets no offers by a number without a customer, with and without a history, and the record says so', async () => {
    const phone = aPhone();
    expect(await recommend(service, { phone })).not.toHaveProperty('offers_withheld');
    await object({ phoneNumber: toE164(phone) });
    await until('the objection is in force', isWithheld({ phone }));
    const asked = { phone, num_items: 10, purchased_skus: ['401'] };
    const answer = await recommend(service, { ...asked, customer_order_history: [{ sku: '101' }] });
    expect(answer).toMatchObject({ ...withheld, history_size: 1, resolved_purchased: [401] });
    const { recommendation_id } = answer;
    expect((await service.post('/purchase', { phone, recommendation_id })).status).toBe(200);
    const headers = { 'x-api-key': service.key };
    const path = `/recommendations/${recommendation_id}/why-not/102`;
    expect((await service.clients[0].send({ method: 'GET', path, headers })).json).toMatchObject({
      rank: null,
      reasons: [{ code: 'rank', text: 'The customer wanted no offers then.' }],
    });
    await service.query('DELETE FROM objections');
    await until('it is taken back', async () => !(await isWithheld({ phone })()));
  });

  it('gets none by code and by number, whichever of them objects, and others with the number do', async () => {
    const phone = aPhone();
    await addCustomer(service.query, service.brand, { phone, customerId: 'objects' });
    await addCustomer(service.query, service.brand, { phone, customerId: 'agrees' });
    await object({ customerId: 'objects' });
    await until('the objection is in force', isWithheld({ phone, customer_id: 'objects' }));
    expect(await recommend(service, { phone: '0000000000', customer_id: 'objects' })).toMatchObject(withheld);
    expect(await recommend(service, { phone, customer_order_history: [] })).toMatchObject(withheld);
    expect(await recommend(service, { phone, customer_id: 'agrees' })).not.toHaveProperty('offers_withheld');
    // Nobody has this code: the orders are those of the number.
    const unknown = { phone, customer_id: 'of another system' };
    expect(await recommend(service, unknown)).toMatchObject(withheld);
    expect(await recommend(service, { ...unknown, customer_order_history: [] })).toMatchObject(withheld);
    expect(await recommend(service, { phone, customer_id: 'agrees', customer_order_history: [] })).not.toHaveProperty(
      'offers_withheld',
    );
    await object({ phoneNumber: toE164(phone) });
    await until('the other code is withheld, too', isWithheld({ phone: '0000000000', customer_id: 'agrees' }));
  });

  it('gets none while the history cannot be read in time', async () => {
    const { phone } = await aCustomer();
    await object({ phoneNumber: toE164(phone) });
    await until('the objection is in force', isWithheld({ phone }));
    const client = await service.pool.connect();
    await client.query('BEGIN; LOCK TABLE order_lines IN ACCESS EXCLUSIVE MODE');
    const answer = await recommend(service, { phone, deadline_ms: 300 });
    await client.query('ROLLBACK');
    client.release();
    expect(answer).toMatchObject({ ...withheld, customer_found: null });
  });
});
