import { createCatalogue } from '../catalogue.ts';
import type { CatalogueItem } from '../catalogue-item.ts';
import { rulesInForce } from './rules-in-force.ts';

const product = (fields: Partial<CatalogueItem> = {}): CatalogueItem => ({
  sku: '1',
  title: 'Product',
  webPrice: 10,
  articleType: 'Rings',
  size: null,
  attributes: {},
  ...fields,
});
const block = (name: string, target: object) => ({
  name,
  kind: 'block' as const,
  condition: 'always' as const,
  ...target,
});
const refusalOf = (item: CatalogueItem, rules: Parameters<typeof rulesInForce>[0]) =>
  rulesInForce(rules, { catalogue: createCatalogue([item], 'v'), today: 0, hasAnchors: false }).refusing(0);

test('the first rule by name refuses a product that several rules name', () => {
  const rules = [
    block('a', { attribute: 'gem', value: 'opal' }),
    block('b', { attribute: 'metal', value: ' GOLD' }),
    block('c', { article_type: 'ring' }),
    block('d', { sku: '1' }),
  ];
  const gold = product({ attributes: { metal: 'gold ' } });
  expect(refusalOf(gold, rules)).toBe('b');
  expect(refusalOf(product(), rules)).toBe('c');
  expect(refusalOf(product({ articleType: 'watch' }), rules)).toBe('d');
  expect(refusalOf(product({ sku: '2', articleType: 'watch' }), rules)).toBeNull();
});

test('an attribute is read once, however many rules name its values', () => {
  let reads = 0;
  const attributes = Object.defineProperty({}, 'metal', {
    enumerable: true,
    get: () => {
      reads += 1;
      return 'gold';
    },
  });
  const item = product({ attributes });
  const rules = Array.from({ length: 200 }, (_, at) => block(`rule-${at}`, { attribute: 'metal', value: `x${at}` }));
  const now = rulesInForce(rules, { catalogue: createCatalogue([item], 'v'), today: 0, hasAnchors: false });
  reads = 0;
  expect(now.refusing(0)).toBeNull();
  expect(reads).toBe(1);
});
