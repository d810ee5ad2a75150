import { type FileImports, type ImportKind, importsOf, type ShopFormat } from '@callside/shop-data';
import { knownColumns } from './known-columns.ts';

const brand = { id: '1', slug: 'acme', country: 'DE', time_zone: 'Europe/Berlin' };
const unused = () => Promise.reject(new Error('nothing is read'));
const acting = { actor: 'olive@acme.example', actorUserId: null, origin: null };

function columnsOf(kind: ImportKind, format?: ShopFormat) {
  const file = { kind, format, subject: 'a.csv', acting, now: new Date(0), sizedTypes: [] };
  const imports: FileImports<unknown> = importsOf(file);
  return knownColumns(imports, { query: unused, transaction: unused }, brand);
}

const namesOf = (columns: ReturnType<typeof columnsOf>, required: boolean) =>
  columns.flatMap((column) => (column.required === required ? [column.name] : []));

it.each<[ImportKind, string[], string[]]>([
  ['catalogue', ['sku', 'title', 'web_price', 'article_type'], ['size', 'unit_cost']],
  ['stock', ['sku', 'on_hand'], []],
  ['returns', [], ['order_line_id', 'phone', 'customer_id', 'sku', 'order_date', 'order_id']],
])('knows the columns of %s', (kind, required, optional) => {
  const columns = columnsOf(kind);
  expect([namesOf(columns, true), namesOf(columns, false)]).toEqual([required, optional]);
});

it('knows the columns of an export of a shop, with their other names', () => {
  const columns = columnsOf('orders', 'woocommerce');
  expect(namesOf(columns, true)).toContain('Order Status');
  expect(columns).toContainEqual({ name: 'Item Cost', required: false, other_names: ['item_price'] });
  expect(namesOf(columnsOf('catalogue', 'woocommerce'), false)).toContain('Categories');
});
