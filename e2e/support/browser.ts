import { findCommand } from '@callside/embedded';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, which `npm test` installs where it may; null where there is none. */
export const chromiumPath = findCommand('chromium');

export function openBrowser(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Nothing of the browser's own business on the network.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args });
}
