import { randomUUID } from 'node:crypto';
import type { RecommendResponse } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const phones = Array.from({ length: 60 }, (_, index) => `41555501${String(index).padStart(2, '0')}`);
const ask = (phone: string, more: object = {}) => recommend(service, { phone, num_items: 3, ...more });

/** Two arms of the same size. */
async function startExperiment(name: string, ...arms: [string, string]): Promise<string> {
  const id = randomUUID();
  await service.query('INSERT INTO experiments (id, brand_id, name, arms) VALUES ($1, $2, $3, $4)', [
    id,
    service.brand.id,
    name,
    JSON.stringify(arms.map((arm) => ({ name: arm, percent: 50 }))),
  ]);
  await until(
    'the experiment is in force',
    async () => (await ask(phones[0] as string)).experiment !== undefined,
    5_000,
  );
  return id;
}

async function stopExperiments(): Promise<void> {
  await service.query('UPDATE experiments SET stopped_at = now()', []);
  await until('the experiment has ended', async () => (await ask(phones[0] as string)).experiment === undefined);
}

const armOf = ({ experiment }: RecommendResponse) => experiment?.arm;

test('within 5 s callers are divided, keep their arm, and those of the holdout get no offers; then all get offers again', async () => {
  const before = await ask(phones[0] as string);
  expect(before).not.toHaveProperty('experiment');
  const id = await startExperiment('offers', 'holdout', 'current');
  const first = await Promise.all(phones.map((phone) => ask(phone)));
  expect(new Set(first.map(armOf))).toEqual(new Set(['holdout', 'current']));
  for (const answer of first) {
    expect(answer.experiment?.name).toBe('offers');
    if (armOf(answer) === 'holdout') {
      expect(answer).toMatchObject({
        recommendations: [],
        recommendation: null,
        offers_withheld: 'experiment_holdout',
      });
    } else {
      expect(answer.recommendations).toHaveLength(3);
      expect(answer).not.toHaveProperty('offers_withheld');
    }
  }
  // Whatever they buy, however they are asked for, and as customers with a code and another line.
  const again = await Promise.all(phones.map((phone) => ask(phone, { purchased_skus: ['602'], source: 'desk' })));
  expect(again.map(armOf)).toEqual(first.map(armOf));
  await service.query(
    `INSERT INTO customers (id, brand_id, customer_id, phone_number) SELECT gen_random_uuid(), $1, phone, '+1' || phone FROM unnest($2::text[]) AS phone`,
    [service.brand.id, phones],
  );
  const asCustomers = await Promise.all(phones.map((phone) => ask('2125550199', { customer_id: phone })));
  expect(asCustomers.map(armOf)).toEqual(first.map(armOf));
  const withHistory = await Promise.all(
    phones.map((phone) => ask('2125550199', { customer_id: phone, customer_order_history: [] })),
  );
  expect(withHistory.map(armOf)).toEqual(first.map(armOf));
  expect(withHistory[0]).toMatchObject({ customer_found: null, history_size: 0 });
  expect(await ask('0000000000')).not.toHaveProperty('experiment');

  const rows = await service.query<{ arm: string; callers: number }>(
    'SELECT experiment_arm AS arm, count(DISTINCT experiment_caller)::int AS callers FROM recommendations WHERE experiment_id = $1 GROUP BY 1',
    [id],
  );
  expect(rows.reduce((sum, { callers }) => sum + callers, 0)).toBe(phones.length);

  await stopExperiments();
});

test('the arm of a model that is not on file is served by no model, and health names it', async () => {
  const version = '20260101T000000-0a1b2c3d';
  await startExperiment('models', 'current', `model=${version}`);
  await until('health names the model', async () => {
    const { status, text } = await service.get('/health');
    return status === 200 && text.includes(`model=${version} of the experiment: `) && text.includes('is missing');
  });
  const answers = await Promise.all(phones.map((phone) => ask(phone, { purchased_skus: ['602'] })));
  expect(new Set(answers.map(armOf))).toEqual(new Set(['current', `model=${version}`]));
  for (const answer of answers) {
    const served = armOf(answer) === 'current' ? [false, 'fake-1'] : [true, 'none'];
    expect([answer.fallback, answer.artifact_version]).toEqual(served);
  }
  await stopExperiments();
});
