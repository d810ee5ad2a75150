import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

const forALook = path.join(import.meta.dirname, '../../../.data/screenshots');

/** For inspection by a person. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(forALook, { recursive: true });
  await page.screenshot({ path: path.join(forALook, `${name}.png`), fullPage: true });
}
