import { sizedTypesIn, sizeWording } from './sized-types.ts';

const sized = ['ring', 'bracelet', 'bangle', 'toe ring'];
const named = (articleType: string, attributes: Record<string, string> = {}) =>
  sizedTypesIn(sizeWording(articleType, attributes), sized);

test.each([
  ['Ring', {}, ['ring']],
  ['Silver ring', {}, ['ring']],
  ['RINGS', {}, ['ring']],
  ['Rings > Gold', {}, ['ring']],
  ['Rings/Gold', {}, ['ring']],
  ['Toe rings', {}, ['ring', 'toe ring']],
  ['Jewellery', { category: 'Women > Bracelets' }, ['bracelet']],
  ['Jewellery', { 'Product Category': 'Apparel > Jewelry > Rings' }, ['ring']],
  ['Jewellery', { 'Google Shopping / Google Product Category': 'Jewelry > Rings' }, ['ring']],
  ['Jewellery', { sub_category: 'Rings' }, ['ring']],
  ['Jewellery', { 'Category 2': 'Rings' }, ['ring']],
  ['Jewellery', { Collection: 'Wedding rings' }, ['ring']],
  ['Jewellery', { categoryPath: 'Rings' }, ['ring']],
  ['Jewellery', { productType: 'Rings' }, ['ring']],
  ['Jewellery', { category_level_1: 'Rings' }, ['ring']],
  ['Jewellery', { 'Categories (path)': 'Rings' }, ['ring']],
  ['Jewellery', { category1: 'Rings' }, ['ring']],
  ['Jewellery', { tag_list: 'Rings' }, ['ring']],
  ['Jewellery', { 'clasp type': 'ring clasp' }, []],
  ['Jewellery', { Categories: 'Sale, Rings' }, ['ring']],
  ['Jewellery', { tags: 'gift, bangle' }, ['bangle']],
  ['Ring', { tags: 'goes with bracelets' }, ['ring']],
  ['Earrings', { category: 'Earrings', tags: 'stringray, bring' }, []],
  ['Pin', { note: 'for a ring', metal: 'ring gold' }, []],
])('%s %j names %j', (articleType, attributes, types) => expect(named(articleType, attributes)).toEqual(types));

test('no sized type is named when there is none', () => {
  expect(sizedTypesIn(sizeWording('ring', {}), [''])).toEqual([]);
});
