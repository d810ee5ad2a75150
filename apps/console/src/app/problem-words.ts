import i18next from 'i18next';
import type english from '../texts/en.json';

type Problem = keyof typeof english.problems;

/** What the service says, in English and with the names of the API, and the text of the page for it. */
const known: readonly [said: RegExp, problem: Problem][] = [
  [/^Session token is invalid or missing\.$/, 'signedOut'],
  [/^Only owners of the brand may do this\.$/, 'ownersOnly'],
  [/^Your role does not allow this\.$/, 'otherRole'],
  [/^There is no such |^Not Found$/, 'gone'],
  [/retry(?: later)?\.$/, 'busy'],
  [/^internal error$/, 'internal'],
  [/ must not be empty$| is required$|^\w+ needs |^\w+ needs? an? \w+$/, 'empty'],
  [/ must not be longer than (?<number>\d+) characters$/, 'tooLong'],
  [/ must be a whole number from (?<least>\d+) to (?<most>\d+)(?:, or null)?$/, 'wholeNumber'],
  [/ must be a number from (?<least>[\d.]+) to (?<most>[\d.e+]+)$/, 'number'],
  [/ must be a number above 0$/, 'aboveZero'],
  [/ must not be above (?<number>\d+)$/, 'notAbove'],
  [/ must be a calendar day /, 'day'],
  [/^until must not be before from$/, 'daysReversed'],
  [/^sku must be 1 to 120 /, 'sku'],
  [/ is no telephone number$|^phone must be /, 'noNumber'],
  [/ stands for an unknown number: /, 'nobodysNumber'],
  [/^(?<number>\d+) customers share this number: /, 'sharedNumber'],
  [/^the catalogue has no product /, 'unknownProduct'],
  [/ signs its requests, and its secret is missing$/, 'empty'],
  [/^name must consist of 1 to 64 /, 'ruleName'],
  [/^there is a rule (?<name>\S+) already/, 'ruleTaken'],
  [/^A brand has at most (?<number>\d+) rules/, 'ruleFull'],
  [/^A brand has at most (?<number>\d+) words/, 'wordsFull'],
  [/^email must be an address/, 'email'],
  [/^There is a person with the address (?<email>\S+)\.$/, 'personTaken'],
  [/^This is the only active owner/, 'lastOwner'],
  [/^context must be an object$/, 'contextMembers'],
  [/ must be a text of at most (?<number>\d+) characters$/, 'tooLong'],
  [/^a name of context must have 1 to (?<number>\d+) characters$/, 'contextName'],
  [/^context(?:_fields)? must not have more than (?<number>\d+) /, 'contextMost'],
  [/^allowed_addresses must be a list /, 'addresses'],
  [/^allowed_addresses must not have more than (?<number>\d+) /, 'addressesMost'],
  [/^url: its host is private/, 'addressPrivate'],
  [/^url(: it must | must be an address)/, 'addressHttps'],
  [/^This key is revoked or has expired/, 'keyEnded'],
  [/^an origin must be /, 'origin'],
  [/^a host must be /, 'host'],
  [/^The host (?<host>\S+) is taken\.$/, 'hostTaken'],
  [/^You use the console at (?<host>\S+): /, 'ownHost'],
  [/^These settings were changed meanwhile/, 'settingsChanged'],
  [/^The notes have changed /, 'notesChanged'],
  [/^This offer is on file as sold: /, 'alreadySold'],
  [/^The range is too long\.$/, 'rangeTooLong'],
  [/^this is the address of (?<name>.+), and is always used for them$/, 'agentIsUser'],
  [/^this is an alias of (?<name>.+) already: remove it first$/, 'aliasTaken'],
  [/^the user is not active: /, 'userNotActive'],
  [/^(?<field>\w+) is masked: /, 'masked'],
  [/^the rep is on a real call/, 'onRealCall'],
];

/**
 * Why the service refused a request, or failed, in the language of the page. A reason of another release is shown as the service said it,
 * after words of the page.
 */
export function problemInWords(said: string, otherwise: 'refused' | 'failed' = 'refused'): string {
  for (const [pattern, problem] of known) {
    const match = pattern.exec(said);
    // The types of the texts do not know which of them takes which values.
    if (match !== null) return i18next.t(`problems.${problem}`, match.groups as { number: string });
  }
  return i18next.t(`problems.${otherwise}`, { reason: said });
}
