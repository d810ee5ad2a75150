import { readCustomerPhone } from './customer-phone.ts';

describe('readCustomerPhone', () => {
  it.each(['4155550100', '(415) 555-0100', '+1 415.555.0100', '1-415-555-0100', '14155550100'])(
    'recognises the ten digits of %s, in any country',
    (sent) => {
      expect(readCustomerPhone(sent, 'US')).toBe('+14155550100');
      expect(readCustomerPhone(sent, 'GB')).toBe('+14155550100');
    },
  );

  it.each(['0000000000', '000-000-0000', '10000000000'])('recognises the placeholder %s', (sent) => {
    expect(readCustomerPhone(sent, 'US')).toBe('nobody');
  });

  it.each([
    '',
    '555-0100',
    '24155550100',
    '415555010000',
    '4155550100 x5',
    'withheld',
    '415/555/0100',
    '４１５５５５０１００',
  ])('finds no number in %j', (sent) => expect(readCustomerPhone(sent, 'US')).toBeUndefined());

  it("parses other forms as numbers of the brand's country, when it is not the United States or Canada", () => {
    expect(readCustomerPhone('020 7946 0958', 'GB')).toBe('+442079460958');
    expect(readCustomerPhone('+44 20 7946 0958', 'GB')).toBe('+442079460958');
    expect(readCustomerPhone('+44 20 7946 0958', 'US')).toBeUndefined();
    expect(readCustomerPhone('+44 20 7946 0958', 'CA')).toBeUndefined();
    expect(readCustomerPhone('020 7946', 'GB')).toBeUndefined();
    expect(readCustomerPhone('020 7946 0958 ext. 3', 'GB')).toBeUndefined();
  });
});
