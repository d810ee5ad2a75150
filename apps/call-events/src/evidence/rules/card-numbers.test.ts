import { maskCardNumbers } from './card-numbers.ts';

test.each([
  ['no separators', 'it is 4111111111111111 ok', 'it is ************1111 ok', 1],
  ['spaces', '4111 1111 1111 1111', '**** **** **** 1111', 1],
  ['dashes', '5500-0000-0000-0004.', '****-****-****-0004.', 1],
  ['15 digits, uneven groups', '3782 822463 10005', '**** ****** *0005', 1],
  ['13 digits', '4222222222222', '*********2222', 1],
  ['19 digits', '6304 0000 0000 0000 000', '**** **** **** ***0 000', 1],
  ['a no-break space and an en dash', '4111\u00a01111\u20131111 1111', '****\u00a0****\u2013**** 1111', 1],
  ['the date and the code after it', '4111 1111 1111 1111 12 27 123', '**** **** **** 1111 12 27 123', 1],
  ['a number before it', '7 4111 1111 1111 1111', '7 **** **** **** 1111', 1],
  ['two', '4111111111111111 and 5500000000000004', '************1111 and ************0004', 2],
  ['a wrong check digit', '4111 1111 1111 1112', '4111 1111 1111 1112', 0],
  ['twelve digits', '411111111116', '411111111116', 0],
  ['a longer number', '41111111111111110000', '41111111111111110000', 0],
  ['a telephone number', 'call 415 555 2671', 'call 415 555 2671', 0],
  ['words between', '4111 1111 and 1111 1111', '4111 1111 and 1111 1111', 0],
  ['no digits', '', '', 0],
])('%s', (_, text, expected, masked) => {
  expect(maskCardNumbers(text)).toEqual({ text: expected, masked });
});
