import { randomUUID } from 'node:crypto';
import { type FirstSteps, firstStepsSchema } from '@callside/schemas';
import { createDialler, createRepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { Shop } from '../../../test/support/results-on-file.ts';
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
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
});
afterAll(() => service.close());

const read = async () => firstStepsSchema.parse(await reader.read<FirstSteps>('/first-steps'));
const send = (user: { email: string }) =>
  createRepsDialler(createDialler(service.clients[0], brand), user).send('call-started');

const nothing: FirstSteps = {
  products: 0,
  dialler: { has_sent: false, refused: null },
  reps: { active: 1, signed_in: 0 },
  companion: false,
  model: { trained_at: null },
};

it('a new organisation has taken no step, whatever another one has', async () => {
  const other = await addBrand(service);
  await new Shop(service, other).addProducts([{ sku: '1', price: '1', type: 'Ring' }]);
  expect(await read()).toEqual(nothing);
});

it('the events of callside simulate and its reps are no step', async () => {
  const simulated = await addUser(service, brand, { email: 'sim-1-rep-1@simulated.invalid' });
  await send(simulated);
  await service.query('UPDATE users SET last_login_at = now() WHERE id = $1', [simulated.id]);
  expect(await read()).toEqual(nothing);
});

it('each step is known from what is on file', async () => {
  await new Shop(service, brand).addProducts([{ sku: '1', price: '1', type: 'Ring' }]);
  await send({ email: 'nobody@reps.example' });
  await service.query('UPDATE users SET last_login_at = now() WHERE id = $1', [rep.id]);
  await service.query('INSERT INTO companion_connections (id, user_id, since_sequence) VALUES ($1, $2, 0)', [
    randomUUID(),
    rep.id,
  ]);
  await service.query(
    `INSERT INTO audit_log (brand_id, at, actor, action, subject) VALUES ($1, '2026-03-01T10:00:00Z', 'operator:root', 'model.train', 'v1')`,
    [brand.id],
  );
  expect(await read()).toEqual({
    products: 1,
    dialler: { has_sent: true, refused: null },
    reps: { active: 1, signed_in: 1 },
    companion: true,
    model: { trained_at: '2026-03-01T10:00:00.000Z' },
  });
});

it.each(['dialler', 'nobody'])('a brand that records by %s lacks no companion', async (by) => {
  await service.query('UPDATE brands SET recording_by = $2 WHERE id = $1', [brand.id, by]);
  expect(await read()).toEqual({ ...nothing, companion: true });
});

it('requests with a wrong key are told from events that were accepted', async () => {
  await service.query(
    `INSERT INTO refused_keys (brand_id, feature, address, shown_key, reason, requests, first_seen_at, last_seen_at)
     VALUES ($1, 'call-events', 'a', 'cs_live_…ab12', 'unknown', 3, '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'),
            ($1, 'call-events', 'b', '', 'missing', 4, '2026-03-01T10:00:00Z', '2026-03-01T12:00:00Z'),
            ($1, 'recommender', 'b', '', 'missing', 9, '2026-03-01T10:00:00Z', '2026-03-02T12:00:00Z')`,
    [brand.id],
  );
  expect((await read()).dialler).toEqual({
    has_sent: false,
    refused: { requests: 7, last_seen_at: '2026-03-01T12:00:00.000Z' },
  });
});
