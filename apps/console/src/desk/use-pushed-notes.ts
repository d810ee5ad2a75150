import type { RepSignal } from '@callside/client';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useRepNotes } from './use-rep-notes.ts';

/** Shows notes that another tab of the rep has written. Call the function with every signal. */
export function usePushedNotes(): (signal: RepSignal) => void {
  const notes = useRepNotes();
  return useCallback(
    (signal) => {
      if (signal.type !== 'call.notes') return;
      const { call_reference, ...stored } = signal.notes;
      keepCaret(() => notes.takePushed(call_reference, stored));
    },
    [notes],
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
