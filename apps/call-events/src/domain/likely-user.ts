import type { likelyUserReasons } from '@callside/schemas';

export type LikelyUserReason = (typeof likelyUserReasons)[number];

export interface Candidate {
  id: string;
  email: string;
  name: string;
  status: 'active' | 'invited' | 'deactivated';
  aliases: readonly string[];
}

export interface LikelyUser {
  user: Candidate;
  reason: LikelyUserReason;
}

/** The strongest reason comes first. */
const rules: readonly { reason: LikelyUserReason; holds: (agent: string, user: Candidate) => boolean }[] = [
  { reason: 'same_address', holds: (agent, { email }) => agent === email },
  { reason: 'same_local_part', holds: (agent, { email }) => localPart(agent) === localPart(email) },
  { reason: 'name', holds: (agent, { name }) => formsOfName(name).has(lettersOf(localPart(agent))) },
  { reason: 'same_digits', holds: hasSameDigits },
  { reason: 'similar', holds: isSimilar },
];

const fewestDigits = 2;
const fewestLetters = 5;

/**
 * Who is probably meant by an address or name that matched no active user: the only user for whom the strongest rule holds. null:
 * nobody, or several equally. A user who is not active is named only for their own address.
 */
export function findLikelyUser(agent: string, users: readonly Candidate[]): LikelyUser | null {
  for (const { reason, holds } of rules) {
    const found = users.filter((user) => (user.status === 'active' || reason === 'same_address') && holds(agent, user));
    const [only] = found;
    if (only !== undefined) return found.length === 1 ? { user: only, reason } : null;
  }
  return null;
}

/** Without a tag: ann.lee of ann.lee+dialler@acme.example. */
function localPart(address: string): string {
  return address.replace(/(?<=.)\+[^@]*(?=@)/, '').split('@')[0] ?? '';
}

/** In lower case, without accents. */
function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The ways in which addresses are made of a name: annlee, leeann, alee, annl, leea. */
function formsOfName(name: string): Set<string> {
  const words = name.split(/\s+/).filter((word) => !isExtension.test(word));
  const parts = words.map(lettersOf).filter(Boolean);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || parts.length < 2) return new Set(parts);
  return new Set([first + last, last + first, first[0] + last, first + last[0], last + first[0], parts.join('')]);
}

/** A word of a name such as Ann Lee (ext. 1001). */
const isExtension = /\d|^\(?ext\b/i;

/** Of a channel of a telephone system, such as PJSIP/1001-0000ab12: another one for each call. */
const channelNumber = /-[0-9a-f]{8}$/i;

/** Such as SIP/1001, when the user has the alias 1001 or ext-1001, or the extension in their name. */
function hasSameDigits(agent: string, { aliases, email, name }: Candidate): boolean {
  const digits = extensionOf(agent);
  if (digits.length < fewestDigits) return false;
  return [...aliases, email, name].some((known) => extensionOf(known) === digits);
}

function extensionOf(name: string): string {
  return digitsOf(localPart(name).replace(channelNumber, ''));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function isSimilar(agent: string, { email }: Candidate): boolean {
  const [a, b] = [lettersOf(localPart(agent)), lettersOf(localPart(email))];
  if (Math.min(a.length, b.length) < fewestLetters || Math.max(a.length, b.length) > 64) return false;
  // Other digits are another person: rep-7 is not rep-8.
  return digitsOf(a) === digitsOf(b) && differences(a, b) <= (a.length < 8 ? 1 : 2);
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
