import { type WordView, wordListSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from './session.tsx';
import { type ShopWords, shopWords } from './shop-words.ts';

export const shopWordsKey = ['shop-words'];

const freshMs = 5 * 60_000;
const none: WordView[] = [];

export function useShopWordList() {
  const { api } = useSession();
  return useQuery({
    queryKey: shopWordsKey,
    queryFn: async () => (await api.get('desk/words', wordListSchema)).items,
    staleTime: freshMs,
  });
}

/** The words of the shop in the language of the page. Until they are read, nothing is said for any. */
export function useShopWords(): ShopWords {
  const { i18n } = useTranslation();
  const { data = none } = useShopWordList();
  return useMemo(() => shopWords(data, i18n.language), [data, i18n.language]);
}
