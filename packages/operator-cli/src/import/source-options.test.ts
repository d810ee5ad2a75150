import { columnMap, delimiter, encoding } from './source-options.ts';

describe('columnMap', () => {
  it('reads pairs with and without quotes, also of several options', () => {
    const map = columnMap('sku=Variant_SKU, web_price="Variant Price, net"');
    expect([...columnMap('title=Name', map)]).toEqual([
      ['sku', 'Variant_SKU'],
      ['web_price', 'Variant Price, net'],
      ['title', 'Name'],
    ]);
  });

  it.each(['sku', 'sku=', '=x', '', 'sku=a,sku=b'])('refuses %p', (value) => {
    expect(() => columnMap(value)).toThrow(/^It /);
  });
});

it('takes a delimiter by its name or character, and an encoding in any case', () => {
  expect([delimiter('tab'), delimiter(';'), encoding('UTF-16LE')]).toEqual(['\t', ';', 'utf-16le']);
  expect(() => delimiter('x')).toThrow('comma, semicolon, tab, pipe');
  expect(() => encoding('ebcdic')).toThrow('windows-1252');
});
