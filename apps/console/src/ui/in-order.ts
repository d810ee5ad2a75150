import i18next from 'i18next';

/** Texts in the order of the page's language, with numbers in them by their value: Rep 2 comes before Rep 10. */
function compareTexts(one: string, other: string): number {
  return collatorOf(i18next.language).compare(one, other);
}

/** For values of a column: numbers by their value, all others as texts. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareTexts(String(one ?? ''), String(other ?? ''));
}

/** Users by name, and those with the same name by address. */
export function byName<User extends { name: string; email: string }>(users: readonly User[]): User[] {
  return users.toSorted((one, other) => compareTexts(one.name, other.name) || compareTexts(one.email, other.email));
}

/** A browser takes long to make one for each comparison. */
const collators = new Map<string, Intl.Collator>();

function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return collator;
}
