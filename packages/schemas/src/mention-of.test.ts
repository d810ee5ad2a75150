import fc from 'fast-check';
import { mentionOf } from './customer-phone.ts';

const number = '+14155550134';

test.each([
  '+14155550134',
  '14155550134',
  '4155550134',
  '(415) 555-0134',
  '1-415-555-0134',
  '+1 415 555 0134 ext. 5',
  '+14155550134;ext=5',
  '+14155550134 x12',
  '4155550134x12',
  '415-555-0134 extension 7',
  '+14155550134#',
  '4155550134,,123#',
  '0014155550134',
  '01114155550134',
  '00 1 (415) 555-0134',
  'tel:+1-415-555-0134;ext=5',
  'sip:+14155550134@pbx.example',
  'sip:14155550134;ext=5@pbx.example',
  'sips:%2B14155550134%3Bext%3D5@pbx.example',
  'sip:0014155550134@pbx.example;transport=tls',
  'whatsapp:14155550134',
  '"Kim" <sip:+14155550134@pbx.example;ext=5>',
  'Kim <4155550134x3>',
  '\u200e+1\u00a0415\u00a0555\u00a00134\u202c',
])('%j is the number, whatever the country of the brand has made of it', (stored) => {
  expect(mentionOf(number, stored, 'US')).toBe('theirs');
});

test.each([
  ['+442079460134', null],
  ['+141555501345', null],
  ['415-555-01345', 'contains'],
  ['99 4155550134', 'contains'],
  ['5550134', null],
  ['anonymous', null],
  ['', null],
  ['x12', null],
])('%j is another number, of which it is said: %s', (stored, mention) => {
  expect(mentionOf(number, stored, 'US')).toBe(mention);
});

test.each([
  ['+442079460958', '020 7946 0958 x3', 'GB', 'theirs'],
  ['+442079460958', '00442079460958', 'US', 'theirs'],
  ['+442079460958', '020 7946 0958', 'US', 'contains'],
  ['+442079460958', '(207) 946-0958', 'US', 'contains'],
  ['555-0134', '5550134 x2', 'US', 'theirs'],
  ['555-0134', '555 0135', 'US', null],
])('for %s, %j in %s: %s', (wanted, stored, country, mention) => {
  expect(mentionOf(wanted, stored, country)).toBe(mention);
});

test('no text is the number of another subscriber', () => {
  const digits = fc.stringMatching(/^[2-9]\d{2}555\d{4}$/);
  const written = fc.constantFrom('%', '%;ext=4', '001%', 'sip:%@a.example', '% x9', 'A <tel:%>');
  fc.assert(
    fc.property(digits, digits, written, (one, other, way) => {
      const isTheirs = mentionOf(`+1${one}`, way.replace('%', `1${other}`), 'US') === 'theirs';
      expect(isTheirs).toBe(one === other);
    }),
  );
});

test('2,000 texts of many keys that end otherwise are read at once', () => {
  const stored = `4155550134${'#'.repeat(490)}z`;
  const startedAt = performance.now();
  for (let text = 0; text < 2_000; text += 1) expect(mentionOf('+442079460958', stored, 'US')).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
