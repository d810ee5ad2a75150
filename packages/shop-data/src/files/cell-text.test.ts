import { cellReaders } from './cell-text.ts';

const columns = { required: ['sku'], optional: [], codes: ['sku', 'order_id'], numbers: ['qty'], prices: ['price'] };
const read = (column: string, text: string) => cellReaders(columns, { delimiter: ';', currency: 'EUR' })(column)(text);

describe('the cell of a file', () => {
  it.each([
    ['="007"', '007'],
    ["'1001", '1001'],
    ["'-A1", '-A1'],
    ["'=A3", '=A3'],
    ['="7"" ring"', '7" ring'],
    ["''A", "'A"],
    ["'A'", "'A'"],
    ["18' 7", "18' 7"],
    ['=A3', '=A3'],
    ['="', '="'],
    ['="a"&"b"', '="a"&"b"'],
  ])('with the code %j, as a spreadsheet keeps it a text, has %j', (text, code) => {
    expect(read('sku', text)).toBe(code);
    expect(read('order_id', text)).toBe(code);
  });

  it('has a number or a price in plain notation', () => {
    expect([read('qty', '="8,5"'), read('price', '1.250,00 €'), read('price', '1.250')]).toEqual([
      '8.5',
      '1250.00',
      '1,250',
    ]);
  });

  it('has another text without the notation of a formula, and with its apostrophe', () => {
    expect([read('title', '="Gold ring"'), read('title', "'90s ring")]).toEqual(['Gold ring', "'90s ring"]);
  });
});
