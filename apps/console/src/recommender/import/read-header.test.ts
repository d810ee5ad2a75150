import { readHeader } from './read-header.ts';

const utf16 = new Uint8Array(Buffer.from('\uFEFFSKU;Größe\r\n', 'utf16le'));
const windows = new Uint8Array(Buffer.from('SKU;Gr\u00f6\u00dfe\r\n', 'latin1'));

test.each<[string, BlobPart, string[]]>([
  ['commas', 'sku,title\n1,2\n', ['sku', 'title']],
  ['semicolons', 'Artikelnummer;Name\r\n1;2,5\r\n', ['Artikelnummer', 'Name']],
  ['tabs', 'SKU\tPrice', ['SKU', 'Price']],
  ['quotes', '\uFEFFID,"GTIN, UPC oder EAN",Name\n', ['ID', 'GTIN, UPC oder EAN', 'Name']],
  ['a line of Excel', 'sep=;\r\nA;B\r\n', ['A', 'B']],
  ['a name that is there twice, and an empty one', 'A,B,A,,\n', ['A', 'B']],
  ['UTF-16', utf16, ['SKU', 'Größe']],
  ['Windows-1252', windows, ['SKU', 'Größe']],
  ['nothing', '', []],
])('the header of a file with %s', async (_what, content, names) => {
  expect(await readHeader(new Blob([content]))).toEqual(names);
});
