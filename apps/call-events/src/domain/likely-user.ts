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

const fewestDigits = 2;
const fewestLetters = 5;
const mostLetters = 64;

/** A user, with the forms of their names that addresses are compared with. */
interface KnownUser {
  user: Candidate;
  /** Of their address. */
  letters: string;
  digits: string;
}

/**
 * Finds the user who is probably meant by an address or name that matched no active user. The forms of the users' names are made
 * once: there may be thousands of users, and hundreds of names.
 */
export class LikelyUsers {
  readonly #byAddress: ReadonlyMap<string, readonly Candidate[]>;
  readonly #byLocalPart: ReadonlyMap<string, readonly Candidate[]>;
  readonly #byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly #byDigits: ReadonlyMap<string, readonly Candidate[]>;
  readonly #active: readonly KnownUser[];

  constructor(users: readonly Candidate[]) {
    const active = users.filter(({ status }) => status === 'active');
    this.#byAddress = usersByForms(users, ({ email }) => [email]);
    this.#byLocalPart = usersByForms(active, ({ email }) => [localPart(email)]);
    this.#byName = usersByForms(active, ({ name }) => formsOfName(name));
    this.#byDigits = usersByForms(active, ({ aliases, email, name }) => [...aliases, email, name].map(extensionOf));
    this.#active = active.map((user) => {
      const letters = lettersOf(localPart(user.email));
      return { user, letters, digits: digitsOf(letters) };
    });
  }

  /**
   * The only user for whom the strongest rule holds. null: none, or several users. A user who is not active is named only for
   * their own address.
   */
  find(agent: string): LikelyUser | null {
    const local = localPart(agent);
    const letters = lettersOf(local);
    const digits = extensionOf(agent);
    // The strongest reason comes first.
    const rules: [LikelyUserReason, () => readonly Candidate[] | undefined][] = [
      ['same_address', () => this.#byAddress.get(agent)],
      ['same_local_part', () => this.#byLocalPart.get(local)],
      ['name', () => this.#byName.get(letters)],
      // Such as SIP/1001, when the user has the alias 1001 or ext-1001, or the extension in their name.
      ['same_digits', () => (digits.length < fewestDigits ? [] : this.#byDigits.get(digits))],
      ['similar', () => this.#similarTo(letters)],
    ];
    for (const [reason, find] of rules) {
      const found = find() ?? [];
      const [only] = found;
      if (only !== undefined) return found.length === 1 ? { user: only, reason } : null;
    }
    return null;
  }

  #similarTo(letters: string): Candidate[] {
    const digits = digitsOf(letters);
    const isSimilar = (known: KnownUser) => {
      const shorter = Math.min(letters.length, known.letters.length);
      const longer = Math.max(letters.length, known.letters.length);
      if (shorter < fewestLetters || longer > mostLetters) return false;
      // Other digits are another person: rep-7 is not rep-8.
      if (digits !== known.digits) return false;
      const most = letters.length < 8 ? 1 : 2;
      return longer - shorter <= most && differences(letters, known.letters) <= most;
    };
    return this.#active.filter(isSimilar).map(({ user }) => user);
  }
}

/** Each user once for each of their forms. */
function usersByForms(
  users: readonly Candidate[],
  formsOf: (user: Candidate) => Iterable<string>,
): Map<string, Candidate[]> {
  const byForm = new Map<string, Candidate[]>();
  for (const user of users) {
    for (const form of new Set(formsOf(user))) {
      const others = byForm.get(form);
      if (others) others.push(user);
      else byForm.set(form, [user]);
    }
  }
  return byForm;
}

/** Without a tag: ann.lee of ann.lee+dialler@acme.example. */
function localPart(address: string): string {
  const [local = '', ...domain] = address.split('@');
  const tag = domain.length === 0 ? -1 : local.indexOf('+', 1);
  return tag === -1 ? local : local.slice(0, tag);
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

function extensionOf(name: string): string {
  return digitsOf(localPart(name).replace(channelNumber, ''));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
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
