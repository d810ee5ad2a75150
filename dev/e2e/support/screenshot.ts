import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

const root = path.join(import.meta.dirname, '../../..');
const forALook = path.join(root, '.data/screenshots');
const ofTheDocumentation = path.join(root, 'docs/images/console');

/** With SCREENSHOTS=docs, `npm test` replaces the images of the documentation; otherwise they are only for inspection. */
export async function screenshot(page: Page, name: string, { isForDocs = false } = {}): Promise<void> {
  const directory = isForDocs && process.env.SCREENSHOTS === 'docs' ? ofTheDocumentation : forALook;
  await mkdir(directory, { recursive: true });
  await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage: true });
}
