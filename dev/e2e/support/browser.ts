import { findChromium } from '@callside/test-kit';
import { type Browser, chromium } from 'playwright-core';

/** The path of the Chromium that `npm test` installs if it has permission; null without one. */
const chromiumPath = findChromium();

/**
 * For tests in a real browser. Without a browser, on a machine where the user may not install it, they are skipped; in CI they
 * fail, because no other tests cover the pages.
 */
export const describeInBrowser = chromiumPath === null && process.env.CI !== 'true' ? describe.skip : describe;

/** `switches`: additional switches of Chromium's command line. */
export function openBrowser(switches: string[] = []): Promise<Browser> {
  if (chromiumPath === null) throw new Error('There is no Chromium: install the package `chromium`.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Disables the browser's own network traffic.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...switches,
  ];
  return chromium.launch({ executablePath: chromiumPath, args });
}
