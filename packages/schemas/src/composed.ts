/** No language puts this many marks on one letter, and composing takes quadratic time in the length of a row of marks. */
const stackedMarks = /\p{M}{8}/u;

/** A text of any sender in NFC, so that the same letters are equal. One with rows of marks, which no language has, stays as it is. */
export function composed(text: string): string {
  return stackedMarks.test(text) ? text : text.normalize('NFC');
}
