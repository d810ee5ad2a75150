import { bareNumber } from '@callside/schemas';

/** The kinds of value that a search text may be. */
export type EventSearchKind = 'event_id' | 'request_id' | 'agent' | 'phone';

const notation = /^[+()\-./\s\d]+$/;
const fewestDigits = 5;
const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/;

/** The kinds of value that a text can be, the one with the fewest hits first. Whole values only, so that each has an index. */
export function kindsOfSearch(text: string): EventSearchKind[] {
  const number = bareNumber(text);
  const isPhone = notation.test(number) && number.replace(/\D/g, '').length >= fewestDigits;
  if (text.includes('@')) return ['agent', 'event_id', ...(isPhone ? (['phone'] as const) : [])];
  const kinds: EventSearchKind[] = ['event_id'];
  if (requestIdForm.test(text)) kinds.push('request_id');
  if (isPhone) kinds.push('phone');
  kinds.push('agent');
  return kinds;
}

const fewestDigitsOfPart = 3;
const fewestCharactersOfPart = 2;

/** What a text may be a part of. Texts in lower case; a number also without the zeros that a country puts before it. */
export interface SearchedParts {
  agents: string[];
  numbers: string[];
}

export function partsOfSearch(text: string): SearchedParts {
  const number = bareNumber(text);
  const digits = notation.test(number) ? number.replace(/\D/g, '') : '';
  const numbers = [digits, digits.replace(/^0+/, '')].filter((part) => part.length >= fewestDigitsOfPart);
  const agents = text.length >= fewestCharactersOfPart ? [text.toLowerCase()] : [];
  return { agents, numbers: [...new Set(numbers)] };
}
