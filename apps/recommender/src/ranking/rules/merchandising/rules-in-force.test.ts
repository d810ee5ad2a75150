import { type MerchandisingRule, ruleSchema } from '@callside/schemas';
import { createCatalogue } from '../catalogue.ts';
import { rulesInForce } from './rules-in-force.ts';

const items = ['1', '2', '3'].map((sku) => ({
  sku,
  title: `Product ${sku}`,
  webPrice: 10 * Number(sku),
  articleType: sku === '3' ? 'ring' : 'chain',
  size: null,
  attributes: {},
}));
const catalogue = createCatalogue(items, 'v');

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

interface Asked {
  today?: string;
  hasAnchors?: boolean;
  context?: Record<string, string>;
}

function inForce(rules: object[], { today = '2026-09-10', hasAnchors = false, context = {} }: Asked = {}) {
  const parsed: MerchandisingRule[] = rules.map((rule) => ruleSchema.parse(rule));
  return rulesInForce(parsed, { catalogue, today: dayOf(today), hasAnchors, context });
}

test.each([
  ['2026-09-09', false],
  ['2026-09-10', true],
  ['2026-09-12', true],
  ['2026-09-13', false],
])('a rule from 10 until 12 September acts on %s: %s', (today, acts) => {
  const block = { name: 'no-1', kind: 'block', sku: '1', from: '2026-09-10', until: '2026-09-12' };
  expect(inForce([block], { today }).refusing(0)).toBe(acts ? 'no-1' : null);
});

test.each([
  ['always', true, true],
  ['with_anchors', false, true],
  ['without_anchors', true, false],
])('a rule with the condition %s acts without anchors: %s, and with them: %s', (condition, without, withAnchors) => {
  const block = { name: 'no-1', kind: 'block', sku: '1', condition };
  const acts = [false, true].map((hasAnchors) => inForce([block], { hasAnchors }).refusing(0) !== null);
  expect(acts).toEqual([without, withAnchors]);
});

test.each([
  [{ queue: 'retention' }, { queue: ' Retention', lang: 'es' }, true],
  [{ queue: 'retention' }, { queue: 'welcome' }, false],
  [{ queue: 'retention' }, {}, false],
  [{ queue: 'retention' }, { Queue: 'retention' }, false],
  [{ queue: 'retention', lang: 'es' }, { queue: 'retention' }, false],
  [{}, {}, true],
])('a rule for the context %j acts in the context %j: %s', (wanted, context, acts) => {
  const block = { name: 'no-1', kind: 'block', sku: '1', context: wanted };
  expect(inForce([block], { context }).refusing(0) !== null).toBe(acts);
});

test('pins of products of the catalogue are in the order of their ranks', () => {
  const pins = [
    ['1', 4],
    ['2', 2],
    ['none such', 1],
    ['3', 3],
  ].map(([sku, rank]) => ({ name: `pin-${rank}`, kind: 'pin', sku: String(sku).replace(' ', '-'), rank }));
  expect(inForce(pins).pins).toEqual([
    { name: 'pin-2', item: 1, rank: 2 },
    { name: 'pin-3', item: 2, rank: 3 },
    { name: 'pin-4', item: 0, rank: 4 },
  ]);
});

test('a lowest price refuses cheaper products, of its article type where it names one', () => {
  const refused = (rule: object) => {
    const { refusing } = inForce([{ name: 'least', kind: 'min_price', ...rule }]);
    return items.filter((_, item) => refusing(item) !== null).map(({ sku }) => sku);
  };
  expect(refused({ price: 20 })).toEqual(['1']);
  expect(refused({ price: 50 })).toEqual(['1', '2', '3']);
  expect(refused({ price: 50, article_type: 'Chains' })).toEqual(['1', '2']);
  expect(refused({ price: 50, article_type: 'watch' })).toEqual([]);
});
