import type { Page } from 'playwright-core';

/**
 * The share of the window that shows nothing, from 0 to 1: cells of 40 × 40 px that no visible text, picture, icon or field reaches. A
 * margin between two lines is not counted, and a hole in the page is.
 */
export function emptyShare(page: Page): Promise<number> {
  return page.evaluate(measure);
}

const measure = `(() => {
  const cell = 40;
  const columns = Math.ceil(innerWidth / cell);
  const rows = Math.ceil(innerHeight / cell);
  const filled = new Set();
  const fill = (element, box) => {
    let { left, top, right, bottom } = box;
    for (let parent = element; parent !== null; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      if (style.visibility !== 'visible' || style.opacity === '0') return;
      if (style.overflow === 'visible') continue;
      const limit = parent.getBoundingClientRect();
      [left, top] = [Math.max(left, limit.left), Math.max(top, limit.top)];
      [right, bottom] = [Math.min(right, limit.right), Math.min(bottom, limit.bottom)];
    }
    [left, top, right, bottom] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    if (right - left < 2 || bottom - top < 2) return;
    for (let y = Math.floor(top / cell); y < bottom / cell; y += 1)
      for (let x = Math.floor(left / cell); x < right / cell; x += 1) filled.add(y * columns + x);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) fill(text.parentElement, box);
  }
  for (const part of document.querySelectorAll('button, input, select, textarea, img, svg')) {
    fill(part, part.getBoundingClientRect());
  }
  return 1 - filled.size / (columns * rows);
})()`;
