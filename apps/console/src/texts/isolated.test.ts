import './testing.ts';
import i18next from 'i18next';
import { callerSentence } from '../desk/caller.ts';

const name = 'أحمد';

test('a name from right to left does not change the order of the number beside it', () => {
  const customer = { match: 'one' as const, customer_id: '7', name, phone_number: null, candidates: [] };
  const call = { phone_number: '+14155552671', customer_id: null };
  expect(callerSentence({ call, customer })).toBe(`\u2068${name}\u2069, +1 415 555 2671.`);
});

test('a value in a text is separated from it only if it is from right to left', () => {
  expect(i18next.t('offers.remove', { title: name })).toBe(`Remove \u2068${name}\u2069`);
  expect(i18next.t('offers.remove', { title: 'Ring <5 & "6"' })).toBe('Remove Ring <5 & "6"');
});
