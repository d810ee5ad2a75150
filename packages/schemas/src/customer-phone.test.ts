import { normaliseCustomerPhone, recommendRequestSchemaOf, withCountryCode } from './customer-phone.ts';

describe('normaliseCustomerPhone', () => {
  it.each(['4155550100', '(415) 555-0100', '+1 415.555.0100', '14155550100'])('finds the ten digits of %s', (sent) => {
    for (const country of ['US', 'CA', 'GB', 'FR']) expect(normaliseCustomerPhone(sent, country)).toBe('4155550100');
  });

  it.each([
    ['020 7946 0958', 'GB', '+442079460958'],
    ['+44 20 7946 0958', 'GB', '+442079460958'],
    ['+49 30 901820', 'GB', '+4930901820'],
    // Ten digits that are a number in the brand's country are that number.
    ['0612345678', 'FR', '+33612345678'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['(876) 555-0123', 'JM', '8765550123'],
    // Of ranges that the library does not know: calls have such numbers.
    ['+447700900123', 'GB', '+447700900123'],
    ['+999123456789', 'GB', '+999123456789'],
    ['+12115550134', 'GB', '2115550134'],
  ])('reads %s as a number of %s', (sent, country, phone) => expect(normaliseCustomerPhone(sent, country)).toBe(phone));

  it.each(['US', 'GB'])('keeps the placeholder in %s', (country) => {
    expect(normaliseCustomerPhone('000-000-0000', country)).toBe('0000000000');
  });

  it.each([
    ['+44 20 7946 0958', 'US'],
    ['+44 20 7946 0958', 'CA'],
    ['020 7946 0958 ext. 3', 'GB'],
    ['020 7946', 'GB'],
    ['+266696687', 'GB'],
    ['+999123', 'GB'],
    ['withheld', 'GB'],
    ['', 'GB'],
    ['0'.repeat(200), 'GB'],
  ])('finds no number in %j for %s', (sent, country) => expect(normaliseCustomerPhone(sent, country)).toBeNull());
});

test.each([
  ['55 1234 5678', 'MX', '+525512345678'],
  ['(415) 555-0100', 'US', '+14155550100'],
  ['+49 30 901820', 'US', '+49 30 901820'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['55 1234 5678', '', '55 1234 5678'],
  ['55 1234 5678', 'Mexico', '55 1234 5678'],
  ['n/a', 'MX', 'n/a'],
  ['5'.repeat(200), 'MX', '5'.repeat(200)],
])('the number %j of an address in %j is %j', (text, country, expected) => {
  expect(withCountryCode(text, country)).toBe(expected);
});

test("the message of a refused number describes numbers of the brand's country", () => {
  const problem = (country: string) =>
    recommendRequestSchemaOf(country).safeParse({ phone: '12' }).error?.issues[0]?.message;
  expect(problem('US')).toBe(
    'phone must be a US number of 10 digits, with or without a leading 1 (0000000000 when there is none)',
  );
  expect(problem('FR')).toBe(
    "phone must be a number that is valid in the brand's country (FR), or one with its country code, such as +442079460958 " +
      '(0000000000 when there is none)',
  );
});
