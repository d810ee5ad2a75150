import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  reference: string;
  /** Of the fields of the notes. */
  index: number;
  /** Of a text. */
  selection: [start: number, end: number] | null;
}

/** Where the rep was in notes that have just left the page. */
let left: Place | null = null;

/**
 * When a call ends, its notes move to another column: the field is removed and another one is added in the same change of the page.
 * The focus and the caret follow, so that the rep can type on.
 */
export function useFocusOfNotes(reference: string): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const notes = section.current;
    if (notes === null) return;
    if (left?.reference === reference) goTo(fieldsOf(notes)[left.index], left.selection);
    return () => {
      const index = fieldsOf(notes).findIndex((field) => field.matches(':focus'));
      if (index === -1) return;
      left = { reference, index, selection: selectionIn(fieldsOf(notes)[index]) };
      // The other field is added before this runs.
      queueMicrotask(() => {
        left = null;
      });
    };
  }, [reference]);
  return section;
}

type Field = HTMLTextAreaElement | HTMLInputElement;

function fieldsOf(notes: HTMLElement): Field[] {
  return [...notes.querySelectorAll<Field>('textarea, input')];
}

function selectionIn(field: Field | undefined): Place['selection'] {
  return field instanceof HTMLTextAreaElement ? [field.selectionStart, field.selectionEnd] : null;
}

function goTo(field: Field | undefined, selection: Place['selection']): void {
  field?.focus();
  if (selection !== null) field?.setSelectionRange(...selection);
}
