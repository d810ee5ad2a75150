import { saysHasIt } from './has-it.ts';
import { declineReasons } from './offers.ts';

it('one reason of the desk says that the customer has the product', () => {
  expect(declineReasons.filter(saysHasIt)).toEqual(['owned']);
});

it.each([
  'have it',
  'Have it.',
  'have_it',
  'Has it already',
  'Hat es schon',
  'L’a déjà',
  'Ya lo tiene',
  ' Already has it! ',
])('%j says that the customer has the product', (reason) => {
  expect(saysHasIt(reason)).toBe(true);
});

it.each([null, '', 'Too expensive', 'does not have it', 'would have it in gold'])('%j does not', (reason) => {
  expect(saysHasIt(reason)).toBe(false);
});
