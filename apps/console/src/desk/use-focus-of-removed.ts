import { type RefObject, useEffect, useRef } from 'react';

/**
 * When a call ends or the next one replaces it, the element with the focus may leave the page; the browser then continues at the top of
 * the page. The focus goes to the part that the element was in if that part stays, such as the offers, and otherwise to the heading of
 * the call. A part that takes the focus itself keeps it.
 */
export function useFocusOfRemoved(): RefObject<HTMLDivElement | null> {
  const desk = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = desk.current;
    if (page === null) return;
    let focused: { element: Element; parts: HTMLElement[] } | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused = { element: target, parts: partsAround(target, page) };
    };
    /** The focus has gone elsewhere, such as to the page around a frame. Another window may have it for a time. */
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (focused?.element !== target || !focused.element.isConnected) return;
        if (document.activeElement !== target) focused = null;
      });
    // Nobody is told of the removal of an element with the focus, except by the change of the page itself.
    const observer = new MutationObserver(() => {
      if (focused === null || focused.element.isConnected) return;
      const { parts } = focused;
      focused = null;
      if (document.activeElement !== document.body) return;
      const next =
        parts.find(({ isConnected }) => isConnected) ?? page.querySelector<HTMLElement>('.ticket h2[tabindex]');
      next?.focus({ preventScroll: true });
    });
    page.addEventListener('focusin', remember);
    page.addEventListener('focusout', forget);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      page.removeEventListener('focusin', remember);
      page.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, []);
  return desk;
}

/** The parts of the page that can have the focus, from the inside to the outside. */
function partsAround(element: Element, page: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement; part !== null && part !== page; part = part.parentElement) {
    if (part.hasAttribute('tabindex')) parts.push(part);
  }
  return parts;
}
