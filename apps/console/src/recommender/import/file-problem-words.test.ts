import '../../texts/testing.ts';
import { fileProblemInWords, isAboutColumns } from './file-problem-words.ts';

test.each([
  [
    'stock.csv lacks the columns sku, on_hand',
    'its first line must name the columns: sku, on_hand; it names a, b',
    /^stock\.csv lacks the columns sku, on_hand\. Choose below /,
  ],
  ['stock.csv lacks the column sku', null, /^stock\.csv lacks the columns sku\. /],
  ['a.csv lacks the column Preis that the map names for web_price', 'its columns are a', /the columns Preis\. /],
  [
    'a.csv is not one of the exports that are read (Shopify inventory: it lacks the columns Location, Available; Shopify products: it lacks the column Handle)',
    'check what it contains, and that its columns have their English names',
    /For Shopify inventory it lacks Location, Available\. For Shopify products it lacks Handle\. Choose below /,
  ],
  ['a.csv has a broken first line: a quote is not closed', 'it must name the columns', /: a quote is not closed\.$/],
  ['a.csv names the column "sku" twice', 'rename or remove one', /^a\.csv names the column sku twice\. Rename /],
  [
    'cannot read a.csv: it is a spreadsheet or a ZIP archive',
    'save it as CSV',
    /^a\.csv is a spreadsheet .* as CSV\.$/,
  ],
  ['a.pdf is neither .csv nor .ndjson (nor .tsv, .txt or .jsonl)', 'rename it with …', /^a\.pdf .* Rename it /],
  ['internal error', 'request id 7f3a', /tell the person who runs Callside\. Request id: 7f3a$/],
  ['something new', 'try this', /^something new; try this$/],
])('%j is shown without options of the command line and names of the repository', (detail, hint, shown) => {
  const words = fileProblemInWords({ detail, hint });
  expect(words).toMatch(shown);
  expect(words).not.toMatch(/--|docs\//);
});

test('only a file of other columns could be imported if these were known', () => {
  expect(isAboutColumns('a.csv lacks the column sku')).toBe(true);
  expect(isAboutColumns('a.csv is not one of the exports that are read (Shopify orders: it is empty)')).toBe(true);
  expect(isAboutColumns('a.csv is empty')).toBe(false);
});
