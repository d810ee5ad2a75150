import { ruleSchema } from '@callside/schemas';
import { bought, snapshotOf, today } from '../../../test/support/small-shops.ts';
import { prepareOffers, selectOffers } from './offers.ts';
import { standingOf } from './why-not.ts';

const items = ['chain', 'chain', 'chain', 'charm', 'charm', 'charm'].map((articleType, at) => {
  return { sku: String(at), title: `Product ${at}`, webPrice: 10, articleType, size: null, attributes: {} };
});
const shop = snapshotOf({ items, lines: bought(0, 5, 0, 1, 2, 3, 4, 5), inStock: items.map(() => true) });
const rules = [
  ruleSchema.parse({ name: 'two-chains', kind: 'cap', article_type: 'chain', most: 2, condition: 'always' }),
];
const request = { history: [], anchors: [], today, checkStock: true, sizedArticleTypes: new Set<string>() };
const inOrder = selectOffers(prepareOffers(shop, request), null, 10).map(({ item }) => item);
const chains = inOrder.filter((item) => items[item]?.articleType === 'chain');
const third = chains[2] as number;
const standing = (offered: readonly number[]) =>
  standingOf(prepareOffers({ ...shop, rules }, request), null, third, offered);

test('a cap that the offers reached keeps the other products of its type out', () => {
  expect(standing(chains.slice(0, 2))).toMatchObject({ rank: null, caps: ['two-chains'] });
});

test('a cap that the offers did not reach keeps nothing out: the place of the product does', () => {
  expect(standing(inOrder.slice(0, 1))).toMatchObject({ rank: inOrder.indexOf(third) + 1, caps: [] });
});
