import type { SessionAudience } from '@callside/auth';
import type { Page } from 'playwright-core';
import type { Deployment } from './deployment.ts';

/** Opens the rep's page with a token in its address. Resolves when it is connected. */
export async function openDesk(page: Page, { url, token }: Pick<Deployment, 'url' | 'token'>): Promise<void> {
  await page.goto(`${url}/#token=${await token('tab')}`);
  await page.locator('.desk[data-link="live"]').waitFor();
}

/** Opens a page and enters a token there. */
export async function signInAt(
  path: string,
  page: Page,
  { url, token }: Pick<Deployment, 'url' | 'token'>,
  audience: SessionAudience = 'api',
): Promise<void> {
  await page.goto(url + path);
  await page.getByLabel('Sign-in token').fill(await token(audience));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
