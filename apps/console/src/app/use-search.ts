import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { z } from 'zod';
import { useSession } from './session.tsx';

interface Searched<Item> {
  path: string;
  schema: z.ZodType<{ items: Item[] }>;
  /** Fewer characters match too much. */
  least: number;
}

export interface Search<Item> {
  /** Those of an earlier text until the service has answered for this one. */
  items: readonly Item[];
  /** `read`: the service has answered for the whole text. */
  state: 'reading' | 'read' | 'failed';
}

/** What the service finds for a text without spaces around it. */
export function useSearch<Item>(text: string, { path, schema, least }: Searched<Item>): Search<Item> {
  const { api } = useSession();
  const asked = useDeferredValue(text);
  const isAsked = asked.length >= least;
  const { data, isPlaceholderData, isSuccess, isError } = useQuery({
    queryKey: [path, asked],
    queryFn: () => api.get(`${path}?q=${encodeURIComponent(asked)}`, schema),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const isOfText = asked === text && !isPlaceholderData;
  const state = isOfText && isSuccess ? 'read' : isOfText && isError ? 'failed' : 'reading';
  return { items: isAsked ? (data?.items ?? []) : [], state };
}
