import type { OrderLine, Shop } from '@callside/demo-shop';
import { rankerDataOfShop } from './shop-data.ts';

const product = (sku: string) => ({
  sku,
  title: `Product ${sku}`,
  webPrice: 10,
  articleType: 'ring',
  size: 7,
  metal: 'gold',
  gem: '',
  color: '',
  collection: '',
  gender: '',
});
const line = (sku: string, day: number, phone: string, customerId: string | null = null): OrderLine => ({
  phone,
  sku,
  day,
  productTitle: '',
  qty: 1,
  unitPrice: null,
  orderId: '1',
  customerId,
  customerName: '',
});
const shopOf = (...lines: OrderLine[]): Shop => ({
  products: [product('20'), product('3')],
  stock: [],
  *orderLines() {
    yield* lines;
  },
  demoCaller: { phone: '1', customerId: '1' },
});

describe('the data of a generated shop', () => {
  it('has the catalogue with the attributes that are not empty', () => {
    const { items } = rankerDataOfShop(shopOf()).catalogue;
    expect(items.map(({ sku }) => sku)).toEqual(['3', '20']);
    expect(items[0]).toEqual(expect.objectContaining({ size: 7, attributes: { metal: 'gold' } }));
  });

  it('has the lines by customer and day, without products that are no longer on sale', () => {
    const { rows } = rankerDataOfShop(
      shopOf(
        line('20', 5, 'b', 'B'),
        line('3', 4, 'a'),
        line('99', 1, 'a'),
        line('3', 2, 'c', 'B'),
        line('20', 9, 'a'),
      ),
    );
    expect({ customers: [...rows.customers], items: [...rows.items], days: [...rows.days] }).toEqual({
      customers: [0, 0, 1, 1],
      items: [0, 1, 0, 1],
      days: [2, 5, 4, 9],
    });
  });
});
