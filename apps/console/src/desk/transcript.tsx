import type { RepLink } from '@callside/client';
import { deskTranscriptSchema, type TranscriptChunkMessage, type TranscriptEntry } from '@callside/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { firstGap, mergePieces } from './transcript-pieces.ts';

interface TranscriptProps {
  reference: string;
  /** The pushed pieces of this call or of an earlier one. */
  pushed: readonly TranscriptChunkMessage[];
  link: RepLink;
}

/** A page is up to 1,000 pieces. */
const mostPages = 20;

/** The live transcript of the call, below its heading. A lost piece is read again. */
export function Transcript({ reference, pushed, link }: TranscriptProps) {
  const { t } = useTranslation();
  const { pieces, isMissing, read } = useTranscript(reference, pushed, link);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // A new piece is shown, unless the rep reads further up.
  useEffect(() => {
    if (list.current !== null && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [pieces.length]);
  return (
    <>
      {pieces.length === 0 && !read.isLoadingError && (
        <p className="muted">{t(read.isPending ? 'app.loading' : 'desk.noTranscript')}</p>
      )}
      {read.isLoadingError && <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />}
      {isMissing && <p className="muted">{t('desk.missing')}</p>}
      {pieces.length > 0 && (
        <ol
          ref={list}
          aria-labelledby="transcript-heading"
          // A list that scrolls must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24;
          }}
        >
          {pieces.map(({ sequence, speaker, text }) => (
            <li key={sequence}>
              <b>{speaker}:</b> <bdi>{text}</bdi>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function useTranscript(reference: string, pushed: TranscriptProps['pushed'], link: RepLink) {
  const { api } = useSession();
  const queries = useQueryClient();
  const queryKey = ['desk', 'transcript', reference];
  const read = useQuery({
    queryKey,
    queryFn: async () => {
      const items: TranscriptEntry[] = [];
      let sessionId: string | null = null;
      let after: number | null = null;
      for (let page = 0; page < mostPages; page += 1) {
        const path: string = `desk/calls/${reference}/transcript${after === null ? '' : `?after=${after}`}`;
        const read = await api.get(path, deskTranscriptSchema);
        sessionId = read.session_id;
        items.push(...read.items);
        after = read.next_after;
        if (after === null) break;
      }
      return { sessionId, items };
    },
  });
  const { data, isFetching } = read;
  const own = pushed.filter(({ call_reference }) => call_reference === reference);
  const session = own.at(-1)?.session_id ?? data?.sessionId ?? null;
  const onFile = data?.sessionId === session ? data.items : [];
  const pieces = mergePieces<TranscriptEntry>(onFile, own);
  const gap = firstGap(pieces);
  // A gap that remains after a read was caused by the companion: it is not read again until a new piece arrives.
  const seen = `${session} ${gap} ${pieces.at(-1)?.sequence}`;
  const tried = useRef('');
  useEffect(() => {
    if (gap === null || link !== 'live' || isFetching || tried.current === seen) return;
    tried.current = seen;
    void queries.invalidateQueries({ queryKey: ['desk', 'transcript', reference] });
  }, [gap, seen, link, isFetching, queries, reference]);
  return { pieces, isMissing: gap !== null && isFetching, read };
}
