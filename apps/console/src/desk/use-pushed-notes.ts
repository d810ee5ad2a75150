import type { RepSignal } from '@callside/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useRepNotes } from './use-rep-notes.ts';

/** Shows notes that a tab of the rep has written. Call the function with every signal. `live`: the reference of the live call. */
export function usePushedNotes(live: string | null): (signal: RepSignal) => void {
  const notes = useRepNotes();
  const queries = useQueryClient();
  const latestLive = useRef(live);
  useEffect(() => {
    latestLive.current = live;
  }, [live]);
  return useCallback(
    (signal) => {
      if (signal.type !== 'call.notes') return;
      const { call_reference, ...stored } = signal.notes;
      keepCaret(() => notes.takePushed(call_reference, stored));
      // The live call shows the notes of earlier ones. It may have been read before this one was stored.
      if (latestLive.current === null || latestLive.current === call_reference) return;
      void queries.invalidateQueries({ queryKey: ['desk', 'call', latestLive.current] });
    },
    [notes, queries],
  );
}

/** A browser moves the caret to the end of a text that is replaced. */
function keepCaret(change: () => void): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) {
    change();
    return;
  }
  const { value, selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  flushSync(change);
  if (field.value === value) return;
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
  field.scrollTop = scrollTop;
}
