import { randomUUID } from 'node:crypto';
import { toE164, type WhyNot, whyNotSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addBrand, addCustomer, products } from '../../test/support/shop.ts';
import { readBundledManifest } from '../models/artifact-finder.ts';

const odd = `a/b "c" d'e & 50%?#`;
const [declining, returning, bought] = ['4155550181', '4155550182', '4155550183'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    catalogue: [...products, { sku: odd, title: 'Odd Pendant', type: 'Pendant', stock: 0 }],
    prepare: async (query, brand) => {
      await addCustomer(query, brand, { phone: bought, lines: [{ sku: '401', date: daysAgo(1) }] });
      const id = await addCustomer(query, brand, { phone: returning, lines: [{ sku: '402', date: daysAgo(90) }] });
      await query("UPDATE order_lines SET returned_at = now() - interval '40 days' WHERE customer_id = $1", [id]);
      await query(
        `INSERT INTO merchandising_rules (brand_id, name, definition, updated_at)
         VALUES ($1, 'no-chains', $2, now() - interval '1 day')`,
        [brand.id, JSON.stringify({ name: 'no-chains', kind: 'block', article_type: 'Necklace', condition: 'always' })],
      );
    },
  });
  await decline('402', 3);
});
afterAll(() => service.close());

async function decline(sku: string, days: number, phone = declining): Promise<void> {
  const [user, call] = [randomUUID(), randomUUID()];
  const brand = service.brand.id;
  await service.query("INSERT INTO users (id, brand_id, email, name) VALUES ($1, $2, $3, 'R')", [user, brand, user]);
  await service.query(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
     VALUES ($1, $2, $3, $4, 'r', 'x', now(), now(), 'ended')`,
    [call, randomUUID(), brand, user],
  );
  await service.query(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id, phone_number, created_at)
     VALUES ($1, $2, $3, $4, $1, $5, 'declined', 'o', $6, now() - $7 * interval '1 day')`,
    [randomUUID(), brand, call, user, sku, toE164(phone), days],
  );
}

const ask = (id: string, sku: string, key = service.key) =>
  service.clients[0].send({
    method: 'GET',
    path: `/recommendations/${id}/why-not/${encodeURIComponent(sku)}`,
    headers: { 'x-api-key': key },
  });

async function whyNot(id: string, sku: string): Promise<WhyNot> {
  const answer = await ask(id, sku);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual(whyNotSchema.strict().parse(answer.json));
  return whyNotSchema.parse(answer.json);
}

describe('GET /recommendations/{recommendation_id}/why-not/{sku}', () => {
  const kept = { offered: false, rank: null };
  test.each([
    ['an offer has its rank and no reason', {}, '501', { offered: true, rank: expect.any(Number), reasons: [] }],
    ['a product of another shop', {}, 'nowhere', { ...kept, reasons: [{ code: 'not_in_catalogue' }] }],
    [
      'a product that is sold out, with any SKU',
      {},
      odd,
      { ...kept, reasons: [{ code: 'out_of_stock', since: daysAgo(0) }] },
    ],
    ['a ring without a size', {}, '101', { ...kept, reasons: [{ code: 'size_unknown' }] }],
    ['a ring of another size', { known_sizes: { ring: '8' } }, '103', { ...kept, reasons: [{ code: 'size_unknown' }] }],
    ['every reason at once', {}, '104', { ...kept, reasons: [{ code: 'out_of_stock' }, { code: 'size_unknown' }] }],
    ['what the caller is buying', { purchased_skus: ['401'] }, '401', { ...kept, reasons: [{ code: 'anchor' }] }],
    ['what was bought', { phone: bought }, '401', { ...kept, reasons: [{ code: 'just_bought', since: daysAgo(1) }] }],
    ['what was declined', { phone: declining }, '402', { ...kept, reasons: [{ code: 'declined', since: daysAgo(3) }] }],
    [
      'what was returned',
      { phone: returning },
      '402',
      { ...kept, reasons: [{ code: 'returned', since: daysAgo(40) }] },
    ],
    ['what a rule blocks', {}, '601', { ...kept, reasons: [{ code: 'rule:no-chains' }] }],
  ])('%s', async (_what, body, sku, expected) => {
    const { recommendation_id } = await recommend(service, { num_items: 10, ...body });
    const answer = await whyNot(recommendation_id, ` ${sku} `);
    expect(answer).toMatchObject({ sku, ...expected });
    expect(answer.reasons).toHaveLength(expected.reasons.length);
  });

  test('what may be offered has its place, what the first ones have, and the model that ranked', async () => {
    const answer = await recommend(service, { phone: bought, num_items: 1 });
    const every = await recommend(service, { phone: bought, num_items: 10 });
    expect(answer).toMatchObject({ fallback: false, artifact_version: 'fake-1' });
    for (const [index, sku] of skusOf(every).entries()) {
      if (index === 0) continue;
      const { rank, reasons } = await whyNot(answer.recommendation_id, sku);
      expect({ sku, rank }).toEqual({ sku, rank: index + 1 });
      expect(reasons).toMatchObject([{ code: 'rank' }]);
      expect(reasons[0]?.text).toMatch(/^Rank \d+ of \d+; 1 was offered\. .* the model of that moment, fake-1\.$/);
    }
  });

  test('says that the model of the moment is not on file, and that the catalogue has changed', async () => {
    const { recommendation_id: id, recommendation } = await recommend(service, { phone: bought, num_items: 1 });
    await service.query(
      `UPDATE recommendations SET artifact_version = '20260101T000000-0a1b2c3d', catalog_version = 'other' WHERE id = $1`,
      [id],
    );
    const other = recommendation?.sku === '501' ? '502' : '501';
    const { reasons } = await whyNot(id, other);
    expect(reasons[0]?.text).toContain(
      'The model of that moment, 20260101T000000-0a1b2c3d, is not on file or could not be used: computed again with fake-1. ' +
        'The catalogue has changed since.',
    );
    expect(service.logged()).not.toContain('a ranking model was refused');
  });

  test('loads the model of the moment when it is on file and does not serve', async () => {
    const { recommendation_id: id, recommendation } = await recommend(service, { phone: bought, num_items: 1 });
    const version = (await readBundledManifest())?.artifact_version;
    await service.query('UPDATE recommendations SET artifact_version = $2 WHERE id = $1', [id, version]);
    const other = recommendation?.sku === '501' ? '502' : '501';
    const calls = service.ranker.calls;
    const { rank, reasons } = await whyNot(id, other);
    expect(rank).toBeGreaterThan(0);
    expect(reasons[0]?.text).toContain(`Computed again with the model of that moment, ${version}.`);
    expect(service.ranker.calls).toBe(calls);
  });

  test('says that no model ranked', async () => {
    const { recommendation_id, fallback, recommendation } = await recommend(service, { num_items: 1 });
    expect(fallback).toBe(true);
    const other = recommendation?.sku === '501' ? '502' : '501';
    const { rank, reasons } = await whyNot(recommendation_id, other);
    expect(rank).toBeGreaterThan(1);
    expect(reasons[0]?.text).toContain('Computed again without a model, as then.');
  });

  test('does not take what happened later for a reason', async () => {
    const { recommendation_id: id } = await recommend(service, { phone: declining, num_items: 1, check_stock: false });
    await decline('403', 0);
    expect((await whyNot(id, '403')).reasons).not.toMatchObject([{ code: 'declined' }]);
    await service.query("UPDATE stock_levels SET on_hand = 0, updated_at = now() WHERE sku = '502'", []);
    const checked = await recommend(service, { num_items: 1 });
    await service.query('UPDATE data_versions SET stock = stock + 1', []);
    await until('the stock is read', async () => {
      const { reasons } = await whyNot(checked.recommendation_id, '502');
      return reasons[0]?.code === 'out_of_stock';
    });
    await service.query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type) VALUES ($1, '701', 'New', 10, 'Charm')`,
      [service.brand.id],
    );
    await service.query('UPDATE data_versions SET catalogue = catalogue + 1', []);
    await until('the catalogue is read', async () => {
      const { reasons } = await whyNot(id, '701');
      return /came into the catalogue on .*, after these offers/.test(reasons[0]?.text ?? '');
    });
  });

  test('a decline that stood then counts, also when it is withdrawn or the product is sold later', async () => {
    const phone = '4155550184';
    await decline('402', 0.01, phone);
    await decline('403', 3, phone);
    const { recommendation_id: id } = await recommend(service, { phone, num_items: 1 });
    const codesOf = async (recommendation: string) => {
      const answers = [await whyNot(recommendation, '402'), await whyNot(recommendation, '403')];
      return answers.map(({ reasons }) => reasons.map(({ code }) => code));
    };
    const bothDeclined = [['declined'], ['declined']];
    expect(await codesOf(id)).toEqual(bothDeclined);
    const subject = [toE164(phone)];
    await service.query("UPDATE offer_outcomes SET voided_at = now() WHERE phone_number = $1 AND sku = '402'", subject);
    await service.query(
      `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id, phone_number)
       SELECT gen_random_uuid(), brand_id, call_id, user_id, recommendation_id, sku, 'sold', 'later', phone_number
         FROM offer_outcomes WHERE phone_number = $1 AND sku = '403'`,
      subject,
    );
    expect(await codesOf(id)).toEqual(bothDeclined);
    const { recommendation_id: later } = await recommend(service, { phone, num_items: 1 });
    expect((await codesOf(later)).flat()).not.toContain('declined');
  });

  test('says that the rules have changed when one that acted is removed', async () => {
    const definition = { name: 'no-drops', kind: 'block', sku: '503', condition: 'always' };
    const rulesOf = async () => (await recommend(service, { num_items: 10 })).rules_applied ?? [];
    await service.query(
      `INSERT INTO merchandising_rules (brand_id, name, definition, updated_at) VALUES ($1, 'no-drops', $2, now() - interval '1 day')`,
      [service.brand.id, JSON.stringify(definition)],
    );
    await until('the rule acts', async () => (await rulesOf()).includes('no-drops'));
    const { recommendation_id: id } = await recommend(service, { num_items: 1 });
    expect((await whyNot(id, '503')).reasons).toMatchObject([{ code: 'rule:no-drops' }]);
    await service.query("DELETE FROM merchandising_rules WHERE name = 'no-drops'", []);
    await until('the rule is gone', async () => !(await rulesOf()).includes('no-drops'));
    const { reasons } = await whyNot(id, '503');
    expect(reasons[0]?.text).toContain('The rules have changed since. Computed again');
  });

  test('is 404 for a recommendation that is unknown, malformed or of another brand, and 401 without a key of the brand', async () => {
    const { recommendation_id: id } = await recommend(service);
    for (const unknown of [randomUUID(), 'x', '0']) expect(await ask(unknown, '401')).toMatchObject({ status: 404 });
    expect(await ask(id, '401', 'cs_live_0123456789abcdef0123456789abcdef01234567')).toMatchObject({ status: 401 });
    const other = await addBrand(service.query);
    await service.query('UPDATE recommendations SET brand_id = $2 WHERE id = $1', [id, other.id]);
    expect(await ask(id, '401')).toMatchObject({ status: 404 });
    const posted = await service.post(`/recommendations/${id}/why-not/401`, '{}');
    expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});
