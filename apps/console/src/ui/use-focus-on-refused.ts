import { type RefObject, useEffect, useRef } from 'react';

/** For a form that checks its fields itself: after each attempt that it refuses, its first refused field gets the focus. */
export function useFocusOnRefused<Form extends HTMLElement>(refusals: number): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // Also shows the text below the field.
    field?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return form;
}
