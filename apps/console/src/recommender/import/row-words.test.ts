import '../../texts/testing.ts';
import i18next from 'i18next';
import german from '../../texts/de.json';
import { leftOutInWords, rowInWords } from './row-words.ts';

i18next.addResourceBundle('de', 'translation', german);
beforeEach(() => i18next.changeLanguage('de'));
afterAll(() => i18next.changeLanguage('en'));

test.each([
  ['title is missing', 'title fehlt'],
  ['sku must not be empty', 'sku darf nicht leer sein'],
  ['title must be text', 'title muss Text sein'],
  ['sku must be text or a whole number', 'sku muss Text oder eine ganze Zahl sein'],
  ['order_id must not be longer than 200 characters', 'order_id darf höchstens 200 Zeichen haben'],
  ['sku must be 1 to 120 printable characters', 'sku muss 1 bis 120 druckbare Zeichen haben'],
  [
    'order_date must be a day of the calendar as YYYY-MM-DD, from 1900 to 2999',
    'order_date muss ein Tag als JJJJ-MM-TT sein, von 1900 bis 2999',
  ],
  ['objects must be yes or no', 'objects muss yes oder no sein'],
  ['web_price must be a number from 0 up, such as 19.99', 'web_price muss eine Zahl ab 0 sein, etwa 19.99'],
  ['qty must be a number above 0, such as 7 or 7.5', 'qty muss eine Zahl über 0 sein, etwa 7 oder 7.5'],
  ['size must be a number from 0 up, or text such as M', 'size muss eine Zahl ab 0 sein oder Text wie M'],
  ['on_hand must be a number, such as 12, 0 or -3', 'on_hand muss eine Zahl sein, etwa 12, 0 oder -3'],
  ['web_price must have at most 12 digits before the point', 'web_price darf höchstens 12 Stellen vor dem Punkt haben'],
  [
    'unit_price must be a number from 0 up, such as 19.99: a comma or a point before three digits may be a separator of thousands',
    'unit_price hat ein Komma oder einen Punkt vor drei Ziffern, was Tausender trennen kann: schreiben Sie die Zahl als 1250 oder 1.25',
  ],
  [
    'Order Status "vielleicht" is unknown: it does not say whether the order was paid',
    'Order Status „vielleicht“ ist unbekannt: es sagt nicht, ob die Bestellung bezahlt wurde',
  ],
  ['size must not be negative', 'size darf nicht negativ sein'],
  ['on_hand must be between -10 and 9', 'on_hand muss zwischen -10 und 9 liegen'],
  ['my column is not UTF-8 text', 'my column hat Zeichen, die kein Text sind'],
  ['3 values where the header names 4 columns', 'die Zahl der Werte (3) ist nicht die der Spalten (4)'],
  [
    'a quote is not closed, or 1 value where the header names 4 columns',
    'ein Anführungszeichen wird nicht geschlossen, oder die Zahl der Werte (1) ist nicht die der Spalten (4)',
  ],
  ['not valid JSON', 'kein gültiges JSON'],
  ['names "sku" twice', 'nennt sku zweimal'],
  ['no such line is on file', 'eine solche Bestellzeile ist nicht erfasst'],
  ['the file has more than 500000 products: split it', 'die Datei hat mehr als 500000 Produkte: teilen Sie sie auf'],
])('of a row, %j is shown as %j', (said, shown) => {
  expect(rowInWords(said)).toBe(shown);
});

test.each([
  'phone must be a phone number of ten digits, such as 4155550100',
  "phone must be a phone number that is valid in the brand's country (DE), or one with its country code, such as +442079460958",
  'phone is the placeholder for no number, and the row has no customer_id either',
  'a quote inside a value: put the value in quotes and double those in it',
  'text after a closing quote: double the quotes inside a quoted value',
  'longer than 1024 KiB, or a quote is not closed',
  'longer than 1048576 characters',
  'the row names no line: it needs order_line_id, or sku and order_date with phone or customer_id',
  'several lines match: add order_id or customer_id',
  'Available must be a number, or "not stocked"',
  'Available must be a number, or "not stocked": a comma or a point before three digits may be a separator of thousands',
  'the stock of 1001 is not written: the row of another location was rejected',
  'the row with the status and the phone number of the order #1001 is missing, or too far away: sort the file by Name',
  'the file has more than 200000 products with variations: split it',
  'size 7 of the article type Ring: neither type, category nor tags name a sized type (ring, shoe), so every caller may be offered it',
])('of a row, %j is in the language of the page', (said) => {
  expect(rowInWords(said)).not.toMatch(/\b(?:the|must|is|not|than|line)\b(?! stocked)/);
});

test('several reasons of a row are each in the language of the page, and a new one is as it was said', () => {
  expect(rowInWords('title is missing; web_price has wings')).toBe('title fehlt; web_price has wings');
});

test.each([
  'products without a SKU',
  'lines without a SKU',
  'orders without a phone number',
  'rows of further pictures',
  'products that are drafts or archived',
  'gift cards',
  'products without a price',
  'products with the price 0',
  'lines of orders that were cancelled or refunded completely',
  'lines of orders that are neither cancelled nor refunded completely',
  'lines of orders that are not paid',
  'lines that were cancelled or refunded, or whose payment failed',
  'lines that are neither cancelled nor refunded',
  'products that are not published',
  'products that are hidden',
  'products that only hold their variations',
  'grouped and external products',
])('of what is left out, %j is in the language of the page', (said) => {
  expect(leftOutInWords(said)).not.toBe(said);
});
