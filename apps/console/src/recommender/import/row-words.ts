import { type KnownSentence, reasonsInWords, saidInWords } from '../../app/said-in-words.ts';

const columns: readonly KnownSentence[] = [
  [/^the row names no line: /, 'imports.why.namesNoLine'],
  [/^(?<column>.+) is missing$/, 'imports.why.missing'],
  [/^(?<column>.+) must not be empty$/, 'imports.why.empty'],
  [/^(?<column>.+) must be text$/, 'imports.why.text'],
  [/^(?<column>.+) must be text or a whole number$/, 'imports.why.code'],
  [/^(?<column>.+) must not be longer than (?<number>\d+) characters$/, 'imports.why.tooLong'],
  [/^(?<column>.+) must be 1 to (?<number>\d+) printable characters$/, 'imports.why.sku'],
  [/^(?<column>.+) must be a day of the calendar /, 'imports.why.day'],
  [/^(?<column>.+) must be yes or no$/, 'imports.why.yesOrNo'],
  [/^(?<column>.+) must be a number.+: a comma or a point before three digits /, 'imports.why.thousands'],
  [/^(?<column>.+) must be a number from 0 up, such as [\d.]+$/, 'imports.why.price'],
  [/^(?<column>.+) must be a number above 0, such as /, 'imports.why.quantity'],
  [/^(?<column>.+) must be a number from 0 up, or text /, 'imports.why.size'],
  [/^(?<column>.+) must be a number, such as /, 'imports.why.number'],
  [/^(?<column>.+) must have at most (?<number>\d+) digits before the point$/, 'imports.why.digits'],
  [/^(?<column>.+) must not be negative$/, 'imports.why.negative'],
  [/^(?<column>.+) must be between (?<least>-?\d+) and (?<most>-?\d+)$/, 'imports.why.between'],
  [/^(?<column>.+) (?:is not UTF-8 text|holds a NUL character)$/, 'imports.why.characters'],
  [/^(?<column>.+) must be a phone number of ten digits, /, 'imports.why.phoneTen'],
  [/^(?<column>.+) must be a phone number that is valid in .*\((?<country>\w+)\)/, 'imports.why.phone'],
  [/^(?<column>.+) is the placeholder for no number, /, 'imports.why.noPhone'],
];

const rows: readonly KnownSentence[] = [
  [/^(?<values>\d+) values? where the header names (?<columns>\d+) columns$/, 'imports.why.width'],
  [
    /^a quote is not closed, or (?<values>\d+) values? where the header names (?<columns>\d+) columns$/,
    'imports.why.quoteOrWidth',
  ],
  [/^a quote inside a value: /, 'imports.why.quoteInside'],
  [/^text after a closing quote: /, 'imports.why.quoteAfter'],
  [/^a quote is not closed$/, 'imports.why.quoteOpen'],
  [/^longer than (?<number>\d+) KiB, or a quote is not closed$/, 'imports.why.longRow'],
  [/^longer than (?<number>\d+) characters$/, 'imports.why.longLine'],
  [/^not valid CSV$/, 'imports.why.notCsv'],
  [/^not valid JSON$/, 'imports.why.notJson'],
  [/^not a JSON object$/, 'imports.why.notObject'],
  [/^names "(?<column>.+)" twice$/, 'imports.why.twice'],
  [/^no such line is on file$/, 'imports.why.noLine'],
  [/^several lines match: /, 'imports.why.severalLines'],
  [/^(?<column>Available) must be .+: a comma or a point before three digits /, 'imports.why.thousands'],
  [/^Available must be a number, or /, 'imports.why.available'],
  [/^the stock of (?<sku>.+) is not written: the row of another location /, 'imports.why.otherLocation'],
  [/^(?<column>.+) "(?<status>.*)" is unknown: it does not say whether /, 'imports.why.status'],
  [/^the row with the status and the phone number of the order (?<order>.*) is missing, /, 'imports.why.orderRow'],
  [/^the file has more than (?<number>\d+) products: /, 'imports.why.products'],
  [/^the file has more than (?<number>\d+) products with variations: /, 'imports.why.variations'],
  [
    /^size (?<size>.+) of the article type (?<type>.+): neither type, category nor tags name a sized type \((?<types>.+)\), /,
    'imports.why.unsized',
  ],
];

const leftOut: readonly KnownSentence[] = [
  [/^products without a SKU$/, 'imports.leftOutWhy.productsNoSku'],
  [/^lines without a SKU$/, 'imports.leftOutWhy.linesNoSku'],
  [/^orders without a phone number$/, 'imports.leftOutWhy.noPhone'],
  [/^rows of further pictures$/, 'imports.leftOutWhy.pictures'],
  [/^products that are drafts or archived$/, 'imports.leftOutWhy.drafts'],
  [/^gift cards$/, 'imports.leftOutWhy.giftCards'],
  [/^products without a price$/, 'imports.leftOutWhy.noPrice'],
  [/^products with the price 0$/, 'imports.leftOutWhy.free'],
  [/^lines of orders that were cancelled or refunded completely$/, 'imports.leftOutWhy.undoneOrders'],
  [/^lines of orders that are neither cancelled nor refunded completely$/, 'imports.leftOutWhy.keptOrders'],
  [/^lines of orders that are not paid$/, 'imports.leftOutWhy.unpaid'],
  [/^lines that were cancelled or refunded, or whose payment failed$/, 'imports.leftOutWhy.undoneLines'],
  [/^lines that are neither cancelled nor refunded$/, 'imports.leftOutWhy.keptLines'],
  [/^products that are not published$/, 'imports.leftOutWhy.unpublished'],
  [/^products that are hidden$/, 'imports.leftOutWhy.hidden'],
  [/^products that only hold their variations$/, 'imports.leftOutWhy.parents'],
  [/^grouped and external products$/, 'imports.leftOutWhy.grouped'],
];

/** Why a row is rejected, or doubtful. */
export function rowInWords(reason: string): string {
  return reasonsInWords(reason, [...rows, ...columns]);
}

/** What rows are that the import leaves out. */
export function leftOutInWords(reason: string): string {
  return saidInWords(reason, leftOut) ?? reason;
}
