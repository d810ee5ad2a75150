import { composed } from './composed.ts';

/** The reason of a decline that says that the customer has the product already: the code of the desk, and usual texts. */
const sayings = new Set([
  'owned',
  'have it',
  'has it',
  'has it already',
  'have it already',
  'already have it',
  'already has it',
  'hat es schon',
  "l'a déjà",
  'ya lo tiene',
]);

export function saysHasIt(reason: string | null): boolean {
  const words = composed(reason ?? '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('_', ' ');
  return sayings.has(words.trim().replace(/[.!]$/, ''));
}
