import type { Browser, Page } from 'playwright-core';

const browsers = new Set<Browser>();

/** When a test fails, the text of each page is written to the terminal: what was there in place of what the test waited for. */
export function showPagesOfFailures(browser: Browser): void {
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
}

// scripts/lib/limit-tests.mjs calls it.
Object.assign(globalThis, { onTestFailure: showPages });

async function showPages(): Promise<void> {
  for (const browser of browsers) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const page of pages) process.stderr.write(`${page.url()} shows:\n${await textOf(page)}\n\n`);
  }
}

async function textOf(page: Page): Promise<string> {
  const body = page.locator('body');
  // biome-ignore lint/performance/useDomNodeTextContent: only what is visible
  const text = await body.innerText({ timeout: 5_000 }).catch(({ message }: Error) => message);
  return text.replace(/\n+/g, '\n').replace(/^/gm, '  ');
}
