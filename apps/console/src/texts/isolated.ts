const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const [isolate, pop] = ['\u2068', '\u2069'];

/**
 * For a value inside of another text. A name in a script from right to left would reverse the groups of a phone number beside it:
 * "2671 555 415 1+".
 */
export function isolated(value: string): string {
  return rightToLeft.test(value) ? `${isolate}${value}${pop}` : value;
}

/** React escapes HTML. i18next calls `escape` for each value of a text. */
export const interpolation = { escapeValue: true, escape: isolated };
