/** The form in which article types are compared: lower case, singular ("Rings" and "ring" are one type). */
export function articleTypeKey(articleType: string): string {
  const key = articleType.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ');
  if (/(ss|x|ch|sh)es$/u.test(key)) return key.slice(0, -2);
  return /[^s]s$/u.test(key) ? key.slice(0, -1) : key;
}
