import { type WordLanguage, type WordView, wordKey, wordLanguages } from '@callside/schemas';

/** What the brand says for a word of its shop in the language of the page; null: nothing. */
export type ShopWords = (word: string) => string | null;

export function shopWords(items: readonly WordView[], language: string): ShopWords {
  const known = wordLanguages.find((one) => one === language);
  const said = new Map(items.map((item) => [item.word, textIn(item, known)]));
  return (word) => said.get(wordKey(word)) ?? null;
}

function textIn(item: WordView, language: WordLanguage | undefined): string | null {
  return language === undefined ? null : item[language];
}
