import type { Page } from 'playwright-core';

/** When the page had painted a call and the first offers of the same call, in ms on the page's clock. */
interface Painted {
  callAt: number;
  offersAt: number;
}

/**
 * Runs in the page. A change of the document is noted after the frame that shows it: a message that is posted in an animation
 * frame arrives when the frame has been painted.
 */
const watch = `
  (() => {
    const painted = new Map();
    const waiting = new Set();
    const afterPaint = (callback) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { port1.close(); callback(); };
      port2.postMessage(null);
    });
    const note = (reference, name) => {
      const times = painted.get(reference) ?? {};
      if (name in times) return;
      painted.set(reference, { ...times, [name]: null });
      afterPaint(() => {
        painted.set(reference, { ...painted.get(reference), [name]: performance.now() });
        for (const check of waiting) check();
      });
    };
    const look = () => {
      const call = document.querySelector('.call[data-call]')?.dataset.call;
      if (call === undefined) return;
      note(call, 'callAt');
      const offers = document.querySelector('.offers[data-call="' + call + '"]');
      if (offers?.querySelector('.offer-list li')) note(call, 'offersAt');
    };
    new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
    window.offersPainted = (reference) => new Promise((resolve) => {
      const check = () => {
        const { callAt, offersAt } = painted.get(reference) ?? {};
        if (typeof callAt !== 'number' || typeof offersAt !== 'number') return;
        waiting.delete(check);
        painted.delete(reference);
        resolve({ callAt, offersAt });
      };
      waiting.add(check);
      check();
    });
  })()`;

/** To be called once the desk is on the page. */
export async function watchOffers(page: Page): Promise<void> {
  await page.evaluate(watch);
}

/** From the paint of the call to the paint of its first offers, in ms. Rejects when there are none in time. */
export async function offersAfterCall(page: Page, reference: string, patienceMs: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the tab painted no offers of a call')), patienceMs);
  });
  try {
    const painted = page.evaluate<Painted>(`window.offersPainted(${JSON.stringify(reference)})`);
    const { callAt, offersAt } = await Promise.race([painted, tooLate]);
    return offersAt - callAt;
  } finally {
    clearTimeout(timer);
  }
}
