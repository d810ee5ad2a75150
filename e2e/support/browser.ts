import { findCommand } from '@callside/embedded';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, which `npm test` installs if it has permission; null without one. */
export const chromiumPath = findCommand('chromium');

export function openBrowser(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Disables the browser's own network traffic.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args });
}
