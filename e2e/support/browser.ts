import { findChromium } from '@callside/test-kit';
import { type Browser, chromium } from 'playwright-core';

/** The path of the Chromium that `npm test` installs if it has permission; null without one. */
const chromiumPath = findChromium();

/**
 * For journeys through a real browser. Without one, on a machine where the user may not install it, they are skipped; in CI they
 * fail, because nothing else tests the pages.
 */
export const describeInBrowser = chromiumPath === null && process.env.CI !== 'true' ? describe.skip : describe;

/** `switches`: further ones of Chromium's command line. */
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
