import { addManyCalls } from '../../../test/support/calls-on-file.ts';
import { type Deployment, deploy } from '../../../test/support/deployment.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';

const many = { count: 9_000, customerIdLength: 20_000 };
const hours = 9;
/** Less than the export; the service alone needs about 90, and V8 some room for garbage. */
const heapMegabytes = 150;

let deployment: Deployment;
let brand: TestBrand;
let rep: TestUser;

beforeAll(async () => {
  deployment = await deploy();
  brand = await addBrand(deployment);
  rep = await addUser(deployment, brand);
  // In portions: a statement may take 5 s, also on a busy machine.
  for (let hour = 0; hour < hours; hour += 1) {
    const from = new Date(Date.UTC(2026, 2, 1, hour));
    await addManyCalls(deployment, brand, rep, { ...many, count: many.count / hours, from });
  }
});
afterAll(() => deployment.close());

it.each([
  ['ndjson', many.count],
  ['csv', many.count + 1],
])('%s of 180 MB is exported by a server with 150 MB of heap', async (format, lines) => {
  const settings = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
  const server = await deployment.start({ settings });
  const { status, text } = await server.client.send({
    method: 'GET',
    path: `/${brand.slug}/calls/export?format=${format}`,
    headers: { host: brand.host, authorization: `Bearer ${await deployment.token(rep, brand, 'api')}` },
  });
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(many.count * many.customerIdLength);
  expect(text.split('\n')).toHaveLength(lines + 1);
  expect(server.isAlive).toBe(true);
});
