import { payloadFields } from './payload-fields.ts';

const fieldsOf = (body: string, query = '') => payloadFields({ query: new URLSearchParams(query), body });

it.each([
  ['a form', 'CallSid=CA1&From=%2B14155550134&Digits=', { CallSid: '(text)', From: '(text)', Digits: '' }],
  [
    'JSON',
    '{"event":"start","at":1,"live":true,"gone":null,"tags":[1],"call":{"from":"+14155550134"}}',
    {
      event: '(text)',
      at: '(number)',
      live: '(true or false)',
      gone: '',
      tags: '(list)',
      call: { from: '(text)' },
    },
  ],
  ['a list', '[{"from":"+14155550134"}]', {}],
  ['a text', 'hello', {}],
])('keeps of %s the names, and nothing of the values', (_what, body, fields) => {
  expect(fieldsOf(body)).toEqual(fields);
});

it('adds the fields of the address, leaves out names that may be values, and ends', () => {
  expect(fieldsOf('{"+1 415 555 0134":1}', 'agent=6666')).toEqual({ agent: '(text)' });
  expect(fieldsOf('{"a":{"b":{"c":{"d":1}}}}')).toEqual({ a: { b: { c: '(object)' } } });
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));
  expect(Object.keys(fieldsOf(JSON.stringify(many)))).toHaveLength(60);
});
