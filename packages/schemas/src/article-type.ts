import { composed } from './composed.ts';

/**
 * The form in which article types are compared: lower case, singular ("Rings" and "ring" are one type). It is no word: words whose plural
 * ends with -ies or -ves get the same ending in the singular ("accessory" and "tie", "scarf" and "glove").
 */
export function articleTypeKey(articleType: string): string {
  const key = composed(articleType).trim().toLowerCase().replace(/\s+/gu, ' ');
  return singularOf(key)
    .replace(/ie$/u, 'y')
    .replace(/[fv]e$/u, 'f');
}

function singularOf(key: string): string {
  if (/(ss|x|ch|sh)es$/u.test(key)) return key.slice(0, -2);
  return /[^s]s$/u.test(key) ? key.slice(0, -1) : key;
}
