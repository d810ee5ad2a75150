import { isNobody, toE164 } from './phone-number.ts';

test('only ten zeros mean that there is no number', () => {
  expect(isNobody('0000000000')).toBe(true);
  for (const phone of ['0000000001', '4155550134', '1000000000', '']) expect(isNobody(phone)).toBe(false);
});

test('a number is stored with the country code of the US', () => {
  expect(toE164('4155550134')).toBe('+14155550134');
});
