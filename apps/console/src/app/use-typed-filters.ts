import { useEffect, useRef, useState } from 'react';
import { isRange, type TimeRange } from './time-range.ts';

export interface TypedFilters extends TimeRange {
  text: string;
}

/** The pause after the last key. */
const pauseMs = 300;

/** The filters of a page that are typed, such as a text to look for. They become filters of the page after a pause. */
export function useTypedFilters({ text, from, to }: TypedFilters, onTyped: (filters: TypedFilters) => void) {
  const [typed, setTyped] = useState<TypedFilters>({ text, from, to });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address also changes without these fields: by a link, or by back and forward.
  useEffect(() => setTyped((now) => (now.text.trim() === text ? now : { ...now, text })), [text]);
  useEffect(() => setTyped((now) => ({ ...now, from, to })), [from, to]);

  /** Ends the pause. What is typed is the filter, except times that are no range. */
  const settle = (all = typed): TypedFilters => {
    clearTimeout(timer.current);
    return isRange(all) ? all : { text: all.text, from, to };
  };
  const type = (part: Partial<TypedFilters>) => {
    const all = { ...typed, ...part };
    setTyped(all);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onTyped(settle(all)), pauseMs);
  };
  return { typed, type, settle };
}
