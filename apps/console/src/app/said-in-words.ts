import i18next, { type ParseKeys } from 'i18next';

/** What the service says, in English, and the text of the page for it. The groups of the pattern are the values of the text. */
export type KnownSentence = readonly [said: RegExp, text: ParseKeys];

/** How a value stands in the text of the page; default: as the service said it. */
type ValueInWords = (value: string, name: string) => string;

/** In the language of the page. null: a sentence that is rare, or of another release. */
export function saidInWords(
  said: string,
  known: readonly KnownSentence[],
  valueInWords: ValueInWords = (value) => value,
): string | null {
  for (const [pattern, text] of known) {
    const match = pattern.exec(said);
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(([name, value = '']) => [name, valueInWords(value, name)]);
    // The types of the texts do not know which of them takes which values.
    return i18next.t(text, Object.fromEntries(values) as { number: string });
  }
  return null;
}

/** Reasons that the service has joined, each in the language of the page where it is known. */
export function reasonsInWords(said: string, known: readonly KnownSentence[]): string {
  // A reason may have a semicolon of its own, and a pattern may match several reasons: as many as there are is the better reading.
  const reasons = said.split('; ').map((reason) => ({ reason, words: saidInWords(reason, known) }));
  const whole = reasons.every(({ words }) => words !== null) ? null : saidInWords(said, known);
  return whole ?? reasons.map(({ reason, words }) => words ?? reason).join('; ');
}
