import { findChromium } from '@callside/test-kit';
import { chromium, type Page } from 'playwright-core';
import type { Bench } from './bench.ts';

/**
 * A tab in a browser of its own, which ends with the measurement; null without Chromium. Nothing is left to the defaults of the
 * browser or of the machine.
 */
export async function openTab(bench: Bench): Promise<Page | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  bench.atEnd(() => browser.close());
  return browser.newPage({
    colorScheme: 'light',
    locale: 'en-US',
    // None is granted.
    permissions: [],
    reducedMotion: 'no-preference',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 720 },
  });
}
