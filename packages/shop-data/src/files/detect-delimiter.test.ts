import { detectDelimiter } from './detect-delimiter.ts';

describe('detectDelimiter', () => {
  const known = new Set(['sku', 'on_hand']);

  it.each([
    ['sku,on_hand\n1;2;3,4', ','],
    ['SKU;on_hand\n1,5;2', ';'],
    ['sku\ton_hand', '\t'],
    ['sku|on_hand', '|'],
    ['"a,b,c,d";"sku";"on_hand"', ';'],
    ['x;y;z', ';'],
    ['sku', ','],
    ['', ','],
    ['sep=|\r\nsku|on_hand', '|'],
    ['\uFEFFsep=;\nsku;on_hand', ';'],
    ['\uFEFF\uFEFFsep=;\nsku;on_hand', ';'],
    ['\uFEFF\u200Bsku;a,b,c', ';'],
    [',,,\r\n\nsku;on_hand', ';'],
  ])('of %p is %p', (start, expected) => {
    expect(detectDelimiter(start, known)).toBe(expected);
  });
});
