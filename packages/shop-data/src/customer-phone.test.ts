import { readPhoneNumber } from '@callside/schemas/customer-phone';
import fc from 'fast-check';
import { firstCustomerPhone, phoneOfAddress, readCustomerPhone } from './customer-phone.ts';

describe('readCustomerPhone', () => {
  it.each(['4155550100', '(415) 555-0100', '+1 415.555.0100', '1-415-555-0100', '14155550100'])(
    'recognises the ten digits of %s, elsewhere only with the country code',
    (sent) => {
      expect(readCustomerPhone(sent, 'US')).toBe('+14155550100');
      expect(readCustomerPhone(sent, 'JM')).toBe('+14155550100');
      expect(readCustomerPhone(sent, 'GB')).toBe(sent.startsWith('+') ? '+14155550100' : undefined);
    },
  );

  it.each(["'+14155550100", '="4155550100"', '＋１４１５５５５０１００'])('recognises %j, as calls do', (sent) => {
    expect(readCustomerPhone(sent, 'US')).toBe('+14155550100');
    expect(readPhoneNumber(sent, 'US')).toBe('+14155550100');
  });

  it.each(['0000000000', '000-000-0000', '10000000000', '', '-', 'N/A', 'none', 'unknown', 'withheld', 'k. A.'])(
    'recognises the placeholder %j',
    (sent) => {
      for (const country of ['US', 'DE']) expect(readCustomerPhone(sent, country)).toBe('nobody');
    },
  );

  it.each([
    '555-0100',
    '24155550100',
    '415555010000',
    '415/555/0100',
    '415-555-0100 x4155550199',
    '4155550100, 4155550199',
  ])('finds no number in %j', (sent) => expect(readCustomerPhone(sent, 'US')).toBeUndefined());

  it.each([
    '415-555-0100 x12',
    '(415) 555-0100 ext. 12',
    '415.555.0100x12',
    '4155550100 #12',
    '+1 415 555 0100 (Ext 12)',
  ])('reads the number before the extension of %j, as calls have it', (sent) =>
    expect(readCustomerPhone(sent, 'US')).toBe('+14155550100'),
  );

  it('reads a number of an address with the country of the address, also before an extension', () => {
    expect(phoneOfAddress('55 1234 5678 ext. 12', 'MX')).toBe('+525512345678');
    expect(phoneOfAddress('55 1234 5678', 'mx')).toBe('+525512345678');
    expect(phoneOfAddress('N/A', 'MX')).toBe('N/A');
  });

  it("parses other forms as numbers of the brand's country, when it is not the United States or Canada", () => {
    expect(readCustomerPhone('020 7946 0958', 'GB')).toBe('+442079460958');
    expect(readCustomerPhone('+44 20 7946 0958', 'GB')).toBe('+442079460958');
    expect(readCustomerPhone('+44 20 7946 0958', 'US')).toBeUndefined();
    expect(readCustomerPhone('+44 20 7946 0958', 'CA')).toBeUndefined();
    expect(readCustomerPhone('020 7946', 'GB')).toBeUndefined();
    expect(readCustomerPhone('020 7946 0958 ext. 3', 'GB')).toBe('+442079460958');
  });

  it.each(['(211) 555-0134', '+1 211 555 0134', 'whatsapp:+12115550134', '\u202a211-555-0134\u202c'])(
    'recognises %j, of an area code that is newer than the library',
    (sent) => expect(readCustomerPhone(sent, 'US')).toBe('+12115550134'),
  );

  it('takes no number of another country for a US number because of its ten digits', () => {
    expect(readCustomerPhone('+65 9123 4567', 'US')).toBeUndefined();
    expect(readCustomerPhone('(+65) 9123 4567', 'US')).toBeUndefined();
  });

  it('a call with a number that it recognises has the same number', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789+-(). x#;,', 'ext'), maxLength: 16 }),
      fc.stringMatching(
        /^(\+1 ?|1-|0|00|011|\+44|\+)?[ (]?\d{2,5}[) .-]{0,2}\d{3}[ .-]?\d{3,4}(( ?x| #| ext\. ?|;ext=)\d{1,7})?$/,
      ),
      fc.stringMatching(/^(sip:|tel:|whatsapp:)\+?\d{9,12}@?$/),
      fc.stringMatching(/^['＋+](44|1|39|49)(0|44|1|39|49)?[1-9]\d{8,9}$/),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('US', 'CA', 'GB', 'DE', 'FR', 'IT', 'MX', 'JM', 'SG'), (sent, country) => {
        const number = readCustomerPhone(sent, country);
        if (number === undefined || number === 'nobody') return;
        expect(readPhoneNumber(sent, country)).toBe(number);
        for (const way of [number, `sip:${number}@a.example`]) expect(readPhoneNumber(way, country)).toBe(number);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the number of an order', () => {
  it.each([
    [['N/A', '4155550160'], '+14155550160'],
    [['4155550100', '4155550160'], '+14155550100'],
    [['1111111111', '(415) 555-0160'], '+14155550160'],
    [['1234567890', '415-155-0100', '4155550160'], '+14155550160'],
    [['1234567890', 'N/A'], '+11234567890'],
    [['1234567890'], '+11234567890'],
    [['N/A', '-'], 'nobody'],
    [[], 'nobody'],
  ])("with %j is the first one that may be somebody's, else the first one", (sent, number) => {
    expect(firstCustomerPhone(sent, 'US')).toBe(number);
  });
});
