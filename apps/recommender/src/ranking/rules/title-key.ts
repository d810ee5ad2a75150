/** No language puts this many marks on one letter, and NFC takes quadratic time in the length of a row of marks. */
const stackedMarks = /\p{M}{8}/u;

/** The form in which titles are compared: it ignores white space and case. */
export function titleKey(title: string): string {
  return (stackedMarks.test(title) ? title : title.normalize('NFC')).trim().replace(/\s+/gu, ' ').toLowerCase();
}
