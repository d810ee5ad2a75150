import { randomUUID } from 'node:crypto';
import { experimentsSchema } from '@callside/schemas';
import { addBrand, addUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('shows owners the experiments of their brand, the newest first', async () => {
  const [brand, other] = [await addBrand(service), await addBrand(service)];
  const arms = JSON.stringify([
    { name: 'holdout', percent: 10 },
    { name: 'current', percent: 90 },
  ]);
  for (const [of, name, from, to] of [
    [brand, 'first', '2026-03-01', '2026-04-01'],
    [brand, 'second', '2026-05-01', null],
    [other, 'theirs', '2026-05-01', null],
  ] as const) {
    await service.query(
      'INSERT INTO experiments (id, brand_id, name, arms, started_at, stopped_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [randomUUID(), of.id, name, arms, from, to],
    );
  }
  const owner = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
  const read = await owner.read('/experiments');
  expect(experimentsSchema.parse(read)).toEqual(read);
  expect(read).toMatchObject({
    items: [
      { name: 'second', stopped_at: null, comparisons: [{ arm: 'current', against: 'holdout', difference: null }] },
      { name: 'first', arms: [{ arm: 'holdout', percent: 10, calls: 0, revenue_per_call: null }, { arm: 'current' }] },
    ],
  });
});
