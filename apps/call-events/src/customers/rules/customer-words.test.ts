import { customerWords } from './customer-words.ts';

test.each([
  ['(415) 555-0134', 'US', { number: '+14155550134', lastDigits: '4155550134' }],
  ['+1 415 555 0134', 'GB', { number: '+14155550134', lastDigits: '14155550134' }],
  ['020 7946 0958', 'GB', { number: '+442079460958', lastDigits: '02079460958' }],
  ['tel:+442079460958', 'US', { number: '+442079460958', lastDigits: '442079460958' }],
  ['whatsapp:+14155550134', 'US', { number: '+14155550134', lastDigits: '14155550134' }],
  ['\u202a415\u2011555\u20110134\u202c', 'US', { number: '+14155550134', lastDigits: '4155550134' }],
  ['４１５５５５０１３４', 'US', { number: '+14155550134', lastDigits: '4155550134' }],
  ['415-555-0134 x12', 'US', { number: '+14155550134', lastDigits: '4155550134' }],
  ['0134', 'US', { number: null, lastDigits: '0134' }],
  ['134', 'US', { number: null, lastDigits: null }],
  ['A-0134', 'US', { number: null, lastDigits: null }],
])('%j in %s is a number, or the end of one: %j', (text, country, expected) => {
  expect(customerWords(text, country)).toMatchObject({ code: text, ...expected });
});

test.each([
  ['ada exa', "'ada':* & 'exa':*"],
  ['José Núñez', "'Jose':* & 'Nunez':*"],
  ["O'Brien & (x | !y) :* \\", "'O':* & 'Brien':* & 'x':* & 'y':*"],
  ['one two three four five six seven eight nine', /'eight':\*$/],
  ['--', null],
])('%j is these beginnings of words', (text, expected) => {
  const { nameWords } = customerWords(text, 'US');
  if (expected instanceof RegExp) expect(nameWords).toMatch(expected);
  else expect(nameWords).toBe(expected);
});
