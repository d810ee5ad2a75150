/** The ref of an element that leaves the page while it has the focus: the part of the page around it gets the focus. */
export function passFocusOn(left: HTMLElement | null): () => void {
  return () => {
    if (!left?.contains(document.activeElement)) return;
    left.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
