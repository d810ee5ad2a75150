import { type RuleView, ruleListSchema, ruleViewSchema } from '@callside/schemas';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  reader = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const path = '/recommender/rules';
const rules = async (): Promise<RuleView[]> => ruleListSchema.parse(await reader.read(path)).items;
const add = (rule: object) => reader.send('POST', path, rule);
const block = { name: 'no-gift-cards', kind: 'block', article_type: 'gift card' };

test('an owner adds, lists and removes rules, and the audit log records each change and its owner', async () => {
  const answer = await add({ ...block, from: '2026-06-01', sku: null });
  expect(answer.status).toBe(201);
  const added = ruleViewSchema.parse(answer.json);
  expect(added).toMatchObject({ ...block, from: '2026-06-01', condition: 'always' });
  expect(added).not.toHaveProperty('sku');
  expect(await rules()).toEqual([added]);
  expect((await reader.send('DELETE', `${path}/no-gift-cards`)).status).toBe(200);
  expect(await rules()).toEqual([]);
  expect((await reader.send('DELETE', `${path}/no-gift-cards`)).status).toBe(404);
  const log = await service.query<{ action: string; subject: string; actor: string }>(
    'SELECT action, subject, actor FROM audit_log WHERE brand_id = $1 ORDER BY id',
    [brand.id],
  );
  expect(log).toEqual([
    { action: 'rule.set', subject: 'no-gift-cards', actor: owner.email },
    { action: 'rule.remove', subject: 'no-gift-cards', actor: owner.email },
  ]);
});

test('a second rule of the same name is refused and the field is named, and the first rule is unchanged', async () => {
  await add(block);
  const { status, json } = await add({ ...block, article_type: 'ring' });
  expect({ status, json }).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'name'] }] } });
  expect(await rules()).toMatchObject([block]);
});

test('each invalid field is named', async () => {
  const { status, json } = await add({ name: 'Summer', kind: 'pin', sku: '1', rank: 11, from: 'soon' });
  const fields = (json as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.at(-1));
  expect({ status, fields }).toEqual({ status: 422, fields: ['name', 'rank', 'from'] });
  const wrong = await add({ name: 'summer', kind: 'pin', article_type: 'ring' });
  expect(wrong).toMatchObject({ status: 422 });
  expect((wrong.json as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.at(-1))).toEqual([
    'article_type',
    'rank',
  ]);
});

test('a pin on a product that the catalogue does not have is refused, a block on it is not', async () => {
  const pin = { name: 'first', kind: 'pin', sku: '1001', rank: 1 };
  const { status, json } = await add(pin);
  expect({ status, json }).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'sku'] }] } });
  expect(await rules()).toEqual([]);
  expect(await add({ name: 'never', kind: 'block', sku: '1001' })).toMatchObject({
    status: 201,
    json: { in_catalogue: false },
  });
  await service.query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, attributes)
     VALUES ($1, '1001', 'Sapphire Pendant', 129.99, 'Pendant', '{}')`,
    [brand.id],
  );
  expect((await add(pin)).status).toBe(201);
});

test('a brand has at most 200 rules', async () => {
  await service.query(
    `INSERT INTO merchandising_rules (brand_id, name, definition) SELECT $1, 'r-' || n, '{}' FROM generate_series(1, 200) AS n`,
    [brand.id],
  );
  const { status, json } = await add(block);
  expect({ status, json }).toMatchObject({ status: 409, json: { detail: expect.stringContaining('200 rules') } });
});

test('rules of another brand are not shown, and a rep sees none', async () => {
  await add(block);
  const other = await addBrand(service);
  const otherOwner = await addUser(service, other, { role: 'owner' });
  const asOther = await Reader.of(service.clients[0], other, otherOwner);
  expect(await asOther.read(path)).toEqual({ items: [] });
  expect((await asOther.send('DELETE', `${path}/no-gift-cards`)).status).toBe(404);
  const asRep = await Reader.of(service.clients[0], brand, await addUser(service, brand));
  expect((await asRep.send('GET', path)).status).toBe(403);
  expect((await asRep.send('POST', path, block)).status).toBe(403);
});
