import { erasureReportSchema } from '@callside/schemas';
import { createDialler } from '../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let owner: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  owner = await addUser(service, brand, { role: 'owner' });
  reader = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const path = '/settings/customers/erase';
const number = '+14155550134';
const erase = (request: object) => reader.send('POST', path, request);
const customers = () =>
  service.query('SELECT customer_id FROM customers WHERE brand_id = $1 ORDER BY customer_id', [brand.id]);

async function addCustomer(code: string, name: string): Promise<void> {
  await service.query(
    'INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES (gen_random_uuid(), $1, $2, $3, $4)',
    [brand.id, code, name, number],
  );
}

async function call(): Promise<void> {
  const dialler = createDialler(service.clients[0], brand);
  await dialler.post('call-started', { agent_email: rep.email, phone_number: number });
  await dialler.post('call-ended', { agent_email: rep.email });
}

it('counts first without a change, then erases, with the owner on record and nothing of the customer', async () => {
  await addCustomer('C1', 'Maria');
  await call();
  const counted = erasureReportSchema.parse((await erase({ phone: '(415) 555-0134', dry_run: true })).json);
  expect(counted).toMatchObject({
    dry_run: true,
    found: [{ customer_id: 'C1', name: 'Maria' }],
    customers: 1,
    calls: 1,
    call_events: 2,
    left: [],
  });
  expect(await customers()).toHaveLength(1);

  const erased = erasureReportSchema.parse((await erase({ phone: number, dry_run: false })).json);
  expect(erased).toEqual({ ...counted, dry_run: false });
  expect(await customers()).toEqual([]);
  const log = await service.query<{ actor: string }>(
    `SELECT actor, detail, subject FROM audit_log WHERE brand_id = $1 AND action = 'customer.erase'`,
    [brand.id],
  );
  expect(log).toMatchObject([{ actor: owner.email, detail: { by: 'phone', calls: 1 } }]);
  expect(JSON.stringify(log)).not.toMatch(/4155550134|Maria/);
});

it('erases one of several who share a number by the code, and all of them only if asked', async () => {
  await addCustomer('C1', 'Maria');
  await addCustomer('C2', 'Jose');
  await addCustomer('C3', 'Ana');
  expect((await erase({ phone: number, dry_run: true })).json).toMatchObject({ customers: 3, found: [{}, {}, {}] });
  const refused = await erase({ phone: number, dry_run: false });
  expect(refused).toMatchObject({ status: 409, json: { detail: expect.stringMatching(/^3 customers share/) } });
  expect((await erase({ customer_id: 'C2', dry_run: false })).json).toMatchObject({ customers: 1 });
  expect(await customers()).toEqual([{ customer_id: 'C1' }, { customer_id: 'C3' }]);
  expect((await erase({ phone: number, dry_run: false, all: true })).json).toMatchObject({ customers: 2 });
});

it('keeps a call that goes on, and says so', async () => {
  await createDialler(service.clients[0], brand).post('call-started', { agent_email: rep.email, phone_number: number });
  expect((await erase({ phone: number, dry_run: false })).json).toMatchObject({
    live_calls: 1,
    left: [{ kind: 'live_calls', count: 1 }],
  });
});

it.each([
  ['no number', { phone: 'Maria', dry_run: true }],
  ['the number of nobody', { phone: '0000000000', dry_run: true }],
  ['nobody', { dry_run: true }],
  ['a number and a code', { phone: number, customer_id: 'C1', dry_run: true }],
])('refuses %s', async (_what, request) => {
  expect(await erase(request)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'phone'] }] } });
});

it('is for owners', async () => {
  reader = await Reader.of(service.clients[0], brand, rep);
  expect((await erase({ phone: number, dry_run: true })).status).toBe(403);
});
