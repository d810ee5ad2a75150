import { distance } from 'fastest-levenshtein';

export interface Candidate {
  id: string;
  email: string;
  name: string;
  status: 'active' | 'invited' | 'deactivated';
  aliases: readonly string[];
}

/** Characters. Decomposing takes quadratic time in the number of marks, and a dialler may send any text as an agent. */
const longestName = 320;
const fewestDigits = 2;
const fewestLetters = 5;

/**
 * Finds the user who is probably meant by an address or name that matched no active user: the only active user who has such a name or
 * extension, else a similar address. A user who is not active is named for their own address only. The forms of the users' names are
 * made once: there may be thousands of users, and hundreds of names.
 */
export function createLikelyUserFinder(users: readonly Candidate[]): (agent: string) => Candidate | null {
  const active = users.filter(({ status }) => status === 'active');
  const known = active.map((user) => ({ user, address: lettersOf(localPart(user.email)), forms: formsOf(user) }));
  return (agent) => {
    const themselves = users.find(({ email }) => email === agent);
    if (themselves) return themselves;
    const name = lettersOf(localPart(agent));
    const extension = digitsOf(name);
    const named = known.filter(({ forms }) => forms.has(name) || forms.has(extension));
    const [found, another] = named.length > 0 ? named : known.filter(({ address }) => isMisspelt(name, address));
    return found && !another ? found.user : null;
  };
}

/** The address, the ways in which addresses are made of a name (annlee, leeann, alee, annl, leea), and extensions. */
function formsOf({ email, name, aliases }: Candidate): Set<string> {
  const words = name.split(/\s+/).filter((word) => /^\p{L}\D*$/u.test(word));
  const [first, last] = [lettersOf(words[0] ?? ''), lettersOf(words.at(-1) ?? '')];
  const ofName =
    words.length > 1 ? [first + last, last + first, first[0] + last, first + last[0], last + first[0]] : [first];
  const extensions = [email, name, ...aliases].map((each) => digitsOf(localPart(each)));
  const forms = [lettersOf(localPart(email)), ...ofName, ...extensions.filter(({ length }) => length >= fewestDigits)];
  return new Set(forms.filter((form) => form !== ''));
}

/** Other digits are another person: rep-7 is not rep-8. */
function isMisspelt(name: string, address: string): boolean {
  const most = name.length < 8 ? 1 : 2;
  if (Math.min(name.length, address.length) < fewestLetters || Math.abs(name.length - address.length) > most)
    return false;
  return digitsOf(name) === digitsOf(address) && distance(name, address) <= most;
}

/** Without a tag: ann.lee of ann.lee+dialler@acme.example. */
function localPart(address: string): string {
  return address.replace(/(?<=.)(\+[^@]*)?@.*$/s, '');
}

/** In lower case, without accents. */
function lettersOf(text: string): string {
  return text
    .slice(0, longestName)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
