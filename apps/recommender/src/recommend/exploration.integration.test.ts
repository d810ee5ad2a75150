import type { RecommendResponse } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ask = (items: number) => recommend(service, { num_items: items });
const lastOf = ({ recommendations }: RecommendResponse) => recommendations.at(-1);

async function explore(rate: number): Promise<void> {
  await service.query('UPDATE brands SET exploration_rate = $2 WHERE id = $1', [service.brand.id, rate]);
  const follows = async () => (lastOf(await ask(4))?.propensity !== undefined) === rate > 0;
  await until('a running recommender follows the setting', follows);
}

test('a brand does not explore by default', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(5)));
  expect(new Set(answers.map((answer) => String(skusOf(answer)))).size).toBe(1);
  expect(answers.flatMap(({ recommendations }) => recommendations)).not.toContainEqual(
    expect.objectContaining({ propensity: expect.anything() }),
  );
});

test('exploration sometimes draws another last offer of at least four, and its propensity is on file', async () => {
  const plain = skusOf(await ask(4));
  await explore(0.2);
  const answers: RecommendResponse[] = [];
  for (let round = 0; round < 20; round += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => ask(4)))));
  }
  for (const answer of answers) expect(skusOf(answer).slice(0, 3)).toEqual(plain.slice(0, 3));
  const drawn = answers.filter((answer) => skusOf(answer)[3] !== plain[3]);
  // 40 are expected of 200. The chance of fewer than 10 or more than 80 is below one in a hundred million.
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.length).toBeLessThan(80);
  for (const answer of drawn) expect(lastOf(answer)?.propensity).toBeLessThanOrEqual(0.2);
  expect(lastOf(await ask(3))).not.toHaveProperty('propensity');
  const [answer] = drawn;
  const [row] = await service.query<{ offered_skus: string[]; offers: { propensity?: number }[] }>(
    'SELECT offered_skus, offers FROM recommendations WHERE id = $1',
    [answer?.recommendation_id],
  );
  expect(row?.offered_skus.at(-1)).toBe(lastOf(answer as RecommendResponse)?.sku);
  expect(row?.offers.at(-1)?.propensity).toBe(lastOf(answer as RecommendResponse)?.propensity);
  await explore(0);
  expect(skusOf(await ask(4))).toEqual(plain);
});
