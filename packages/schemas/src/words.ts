import { z } from 'zod';
import { storableText } from './storable-text.ts';

/** The languages of the console. */
export const wordLanguages = ['en', 'de', 'fr', 'es'] as const;
export type WordLanguage = (typeof wordLanguages)[number];
export type WordTexts = Partial<Record<WordLanguage, string>>;

/** Of a brand. Every desk reads them all. */
export const mostWords = 1_000;
const longestWord = 120;

/** Words are compared without case, and without spaces around them. */
export function wordKey(word: string): string {
  return word.trim().toLowerCase();
}

/** An article type, an attribute or a name of metadata, as it is stored. */
export const shopWordSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'word is required' : 'word must be a text') })
  .transform((text) => wordKey(storableText(text)))
  .pipe(
    z
      .string()
      .min(1, 'word must not be empty')
      .max(longestWord, `word must not be longer than ${longestWord} characters`),
  )
  .meta({ type: 'string', description: 'An article type, an attribute or a name of metadata. Compared without case.' });

const textIn = (language: string) =>
  z
    .string(`${language} must be a text`)
    .trim()
    .max(longestWord, `${language} must not be longer than ${longestWord} characters`)
    .transform(storableText)
    .nullish();

/** Body of PUT /{brand}/settings/words: the word in each language. null and an empty text count as absent. */
export const wordRequestSchema = z
  .object(
    { word: shopWordSchema, en: textIn('en'), de: textIn('de'), fr: textIn('fr'), es: textIn('es') },
    'the body must be a JSON object',
  )
  .refine((word) => wordLanguages.some((language) => word[language]), {
    error: 'word needs a text in at least one language',
    path: ['word'],
  });
export type WordRequest = z.output<typeof wordRequestSchema>;

const text = z.string().nullable();
export const wordSchema = z.object({ word: z.string(), en: text, de: text, fr: text, es: text });
export type WordView = z.infer<typeof wordSchema>;

export const wordListSchema = z.object({ items: z.array(wordSchema).meta({ description: 'By word.' }) });
export type WordList = z.infer<typeof wordListSchema>;

export const removedWordSchema = z.object({ word: z.string() });

/** The texts that were given. */
export function textsOf(word: Omit<WordRequest, 'word'>): WordTexts {
  return Object.fromEntries(
    wordLanguages.flatMap((language) => (word[language] ? [[language, word[language]] as const] : [])),
  );
}

export function wordView(
  word: string,
  { en = null, de = null, fr = null, es = null }: Record<string, string | null>,
): WordView {
  return { word, en, de, fr, es };
}

/** What was changed, in the audit log. */
export function wordInAudit(word: string, texts: WordTexts | null): string {
  const said = Object.entries(texts ?? {}).map(([language, said]) => `${said} (${language})`);
  return `${word}: ${said.join(', ') || '–'}`;
}
