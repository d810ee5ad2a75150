import { recommenderNumberOf } from './offers.ts';

const onFile = '+14155550177';
const calling = '+14155550134';
const british = '+442071838750';

test.each([
  ['the number on file', 'US', { customerNumber: onFile, phoneNumber: calling }, '4155550177'],
  ['the number of the call without one on file', 'US', { customerNumber: null, phoneNumber: calling }, '4155550134'],
  [
    'the number on file when the other is withheld',
    'US',
    { customerNumber: onFile, phoneNumber: 'anonymous' },
    '4155550177',
  ],
  ['the number that the recommender takes', 'US', { customerNumber: british, phoneNumber: calling }, '4155550134'],
  ['E.164 for other country codes', 'GB', { customerNumber: british, phoneNumber: calling }, british],
  [
    'ten digits for the country code 1, elsewhere too',
    'GB',
    { customerNumber: onFile, phoneNumber: british },
    '4155550177',
  ],
  ['none when it takes neither', 'US', { customerNumber: british, phoneNumber: '12' }, null],
  ['none without a number', 'GB', { customerNumber: null, phoneNumber: '' }, null],
])('%s, in %s', (_, country, numbers, expected) => {
  expect(recommenderNumberOf(numbers, country)).toBe(expected);
});
