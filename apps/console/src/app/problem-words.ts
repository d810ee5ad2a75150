import i18next from 'i18next';
import { type KnownSentence, saidInWords } from './said-in-words.ts';

let known: readonly KnownSentence[] = [
  [/^Session token is invalid or missing\.$/, 'problems.signedOut'],
  [/^Only owners of the brand may do this\.$/, 'problems.ownersOnly'],
  [/^Your role does not allow this\.$/, 'problems.otherRole'],
  [/^There is no such |^Not Found$/, 'problems.gone'],
  [/retry(?: later)?\.$/, 'problems.busy'],
  [/^internal error$/, 'problems.internal'],
  [/ must not be empty$| is required$|^\w+ needs |^\w+ needs? an? \w+$/, 'problems.empty'],
  [/ must not be longer than (?<number>\d+) characters$/, 'problems.tooLong'],
  [/ must be a whole number from (?<least>\d+) to (?<most>\d+)(?:, or null)?$/, 'problems.wholeNumber'],
  [/ must be a number from (?<least>[\d.]+) to (?<most>[\d.e+]+)$/, 'problems.number'],
  [/ must be a number above 0$/, 'problems.aboveZero'],
  [/ must not be above (?<number>\d+)$/, 'problems.notAbove'],
  [/ must be a calendar day /, 'problems.day'],
  [/ is no telephone number$|^phone must be /, 'problems.noNumber'],
  [/ stands for an unknown number: /, 'problems.nobodysNumber'],
  [/ signs its requests, and its secret is missing$/, 'problems.empty'],
  [/^email must be an address/, 'problems.email'],
  [/ must be a text of at most (?<number>\d+) characters$/, 'problems.tooLong'],
  [/^The notes have changed /, 'problems.notesChanged'],
  [/^This offer is on file as sold: /, 'problems.alreadySold'],
  [/^The result of the call is stored: /, 'problems.resultStored'],
  [/^An outcome can be withdrawn for a minute\./, 'problems.tooLateToUndo'],
  [/^The outcome \S+ was (?:replaced|withdrawn) /, 'problems.outcomeChanged'],
  [/^This is not a call of yours\.$/, 'problems.notYourCall'],
  [/^The call has neither a number nor a customer /, 'problems.nobodyToObject'],
  [/^The recommender does not answer\. /, 'problems.recommenderSilent'],
];

/** What the service says to owners only: the page of a rep does not load it. */
export function addKnownProblems(sentences: readonly KnownSentence[]): void {
  known = [...sentences, ...known];
}

/**
 * Why the service refused a request, or failed, in the language of the page. A reason of another release is shown as the service said it,
 * after words of the page.
 */
export function problemInWords(said: string, otherwise: 'refused' | 'failed' = 'refused'): string {
  return saidInWords(said, known) ?? i18next.t(`problems.${otherwise}`, { reason: said });
}
