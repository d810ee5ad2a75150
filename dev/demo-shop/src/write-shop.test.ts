import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateShop } from './generate-shop.ts';
import { writeShop } from './write-shop.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'demo-shop-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');

describe('writeShop', () => {
  it('writes a catalogue, a stock and orders in the columns of the imports', async () => {
    const shop = generateShop({ seed: 3, today: 20_500, products: 300, customers: 400 });
    const files = await writeShop(shop, path.join(directory, 'shop'));

    const catalogue = await linesOf(files.catalogue);
    expect(catalogue[0]).toBe('sku,title,web_price,article_type,size,metal,gem,color,collection,gender');
    expect(catalogue).toHaveLength(301);
    expect(catalogue.find((line) => line.includes('"'))).toMatch(/^\d+,"[^"]+, Size [\d.]+",\d+\.\d\d,/);

    const stock = await linesOf(files.stock);
    expect(stock).toHaveLength(301);
    expect(stock[0]).toBe('sku,on_hand');

    const orders = await linesOf(files.orders);
    expect(orders[0]).toBe('phone,sku,order_date,product_title,qty,unit_price,order_id,customer_id,customer_name');
    expect(orders).toHaveLength([...shop.orderLines()].length + 1);
    expect(orders[1]).toMatch(/^\d{10},\d+,20\d\d-\d\d-\d\d,/);
  });
});
