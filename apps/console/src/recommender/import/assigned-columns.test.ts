import { assignedTwice, unknownColumns } from './assigned-columns.ts';

const columns = [
  { name: 'Order Number', required: true, other_names: ['order_number'] },
  { name: 'SKU', required: true, other_names: [] },
  { name: 'Item Cost', required: false, other_names: [] },
];

test.each<[string, string[], object | null]>([
  [
    'other names',
    ['Bestellung', 'Artikel'],
    { required: ['Order Number', 'SKU'], optional: ['Item Cost'], header: ['Bestellung', 'Artikel'] },
  ],
  ['known names in another case', ['ORDER_NUMBER', 'sku', 'item cost'], null],
  ['no columns', [], null],
])('what is unknown of a file with %s', (_what, header, unknown) => {
  expect(unknownColumns(columns, header)).toEqual(unknown);
});

test('a column of the file stands for one column', () => {
  expect(assignedTwice({ SKU: 'Artikelnummer', Name: 'Name' })).toEqual([]);
  expect(assignedTwice({ SKU: 'Name', Type: 'Typ', Name: 'Name' })).toEqual(['SKU', 'Name']);
});
