import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** With SCREENSHOTS=docs, `npm test` replaces the images of the documentation; otherwise they are only for a look. */
const directory = path.join(
  __dirname,
  '../..',
  process.env.SCREENSHOTS === 'docs' ? 'docs/images/console' : '.data/screenshots',
);

export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage: true });
}
