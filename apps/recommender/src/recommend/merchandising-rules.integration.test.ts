import type { RecommendResponse } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => service.query('DELETE FROM merchandising_rules', []));

async function setRule(name: string, definition: object): Promise<void> {
  await service.query(
    `INSERT INTO merchandising_rules (brand_id, name, definition) VALUES ($1, $2, $3)
     ON CONFLICT (brand_id, name) DO UPDATE SET definition = excluded.definition`,
    [service.brand.id, name, JSON.stringify({ name, condition: 'always', ...definition })],
  );
}

/** The first answer for which the condition holds; it must come within 5 s. */
async function answerWhere(
  condition: (answer: RecommendResponse) => boolean,
  body: object = {},
): Promise<RecommendResponse> {
  let found: RecommendResponse | null = null;
  await until(
    'a running recommender uses the rules',
    async () => {
      const answer = await recommend(service, { num_items: 10, ...body });
      if (condition(answer)) found = answer;
      return found !== null;
    },
    5_000,
  );
  return found as unknown as RecommendResponse;
}

const names =
  (...list: string[]) =>
  (answer: RecommendResponse) =>
    String(answer.rules_applied ?? []) === String(list);

test('a running recommender follows a new or removed rule within 5 s', async () => {
  const before = await recommend(service, { num_items: 10 });
  expect(before).not.toHaveProperty('rules_applied');
  await setRule('top-chain', { kind: 'pin', sku: '602', rank: 1 });
  const ruled = await answerWhere(names('top-chain'));
  expect(ruled.recommendations[0]).toMatchObject({ sku: '602', rank: 1, slot: 1, rules: ['top-chain'] });
  expect(ruled.recommendations).toHaveLength(before.recommendations.length);
  await service.query('DELETE FROM merchandising_rules', []);
  expect(skusOf(await answerWhere(names()))).toEqual(skusOf(before));
});

test('the stored recommendation names the rules of the list and of each offer', async () => {
  await setRule('no-pendants', { kind: 'block', article_type: 'pendants' });
  await setRule('top-chain', { kind: 'pin', sku: '602', rank: 2 });
  const answer = await answerWhere(names('no-pendants', 'top-chain'));
  expect(answer.recommendations.map(({ article_type }) => article_type)).not.toContain('Pendant');
  const [row] = await service.query<{
    rules_applied: string[];
    offered_skus: string[];
    offers: { rules?: string[] }[];
  }>('SELECT rules_applied, offered_skus, offers FROM recommendations WHERE id = $1', [answer.recommendation_id]);
  expect(row?.rules_applied).toEqual(['no-pendants', 'top-chain']);
  expect(row?.offered_skus[1]).toBe('602');
  expect(row?.offers[1]?.rules).toEqual(['top-chain']);
});

test('a pinned product is not offered when it is sold out, is an anchor or has no known size', async () => {
  await setRule('sold-out', { kind: 'pin', sku: '404', rank: 1 });
  await setRule('an-anchor', { kind: 'pin', sku: '601', rank: 1 });
  await setRule('a-ring', { kind: 'pin', sku: '101', rank: 1 });
  await setRule('sign', { kind: 'pin', sku: '602', rank: 1 });
  const answer = await answerWhere(names('sign'), { purchased_skus: ['601'] });
  expect(skusOf(answer)[0]).toBe('602');
  for (const sku of ['404', '601', '101']) expect(skusOf(answer)).not.toContain(sku);
});

test('a rule for a context acts on requests that have it', async () => {
  await setRule('stay', { kind: 'pin', sku: '602', rank: 1, context: { queue: 'Retention' } });
  const ruled = await answerWhere(names('stay'), { context: { queue: 'retention', lang: 'es' } });
  expect(skusOf(ruled)[0]).toBe('602');
  for (const context of [{}, { queue: 'welcome' }, { Queue: 'retention' }]) {
    expect(await recommend(service, { context })).not.toHaveProperty('rules_applied');
  }
});

test('rules act whether the model ranks or fails, and only on the requests that they name', async () => {
  await setRule('one-pendant', { kind: 'cap', article_type: 'pendant', most: 1 });
  await setRule('with-anchors-only', { kind: 'pin', sku: '503', rank: 1, condition: 'with_anchors' });
  await setRule('of-last-year', { kind: 'block', article_type: 'earrings', until: '2025-12-31' });
  for (const behaviour of ['ranks', 'fails'] as const) {
    service.ranker.behaviour = behaviour;
    const plain = await answerWhere(names('one-pendant'), { customer_order_history: [{ sku: '601' }] });
    expect(plain.recommendations.filter(({ article_type }) => article_type === 'Pendant')).toHaveLength(1);
    const withAnchor = await answerWhere(names('one-pendant', 'with-anchors-only'), { purchased_skus: ['601'] });
    expect(skusOf(withAnchor)[0]).toBe('503');
  }
  service.ranker.behaviour = 'ranks';
});

test('a stored rule that this release cannot read does not act, and the log names it', async () => {
  await setRule('from-the-future', { kind: 'teleport', sku: '602' });
  await setRule('top-chain', { kind: 'pin', sku: '602', rank: 1 });
  await answerWhere(names('top-chain'));
  expect(service.logged()).toContain('from-the-future');
});
