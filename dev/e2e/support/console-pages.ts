import type { SessionAudience } from '@callside/auth';
import { until } from '@callside/test-kit';
import type { Locator, Page } from 'playwright-core';
import { checkNotifications } from './browser.ts';
import type { Deployment } from './deployment.ts';

/** Opens the rep's page with a token in its address. Resolves when it is connected. */
export async function openDesk(page: Page, { url, token }: Pick<Deployment, 'url' | 'token'>): Promise<void> {
  await page.goto(`${url}/#token=${await token('tab')}`);
  await checkNotifications(page);
  await page.locator('.desk[data-link="live"]').waitFor();
}

/** Opens a page and enters a token there, again when the service was too busy to look at it. */
export async function signInAt(
  path: string,
  page: Page,
  { url, token }: Pick<Deployment, 'url' | 'token'>,
  audience: SessionAudience = 'api',
): Promise<void> {
  await page.goto(url + path);
  await checkNotifications(page);
  await page.getByLabel('Sign-in token').fill(await token(audience));
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await submit.click();
  await until('the token is accepted or refused', async () => {
    if (!(await submit.isVisible())) return true;
    const problem = (await page.getByRole('alert').filter({ visible: true }).allTextContents()).join();
    if (!/Try again in a moment/.test(problem)) return problem !== '';
    await submit.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
    return false;
  });
}

/** Waits for an offer, and asks again when the recommender has not answered in time, as on a busy machine. */
export async function seeOffer(page: Page, offer: Locator): Promise<void> {
  const again = page.locator('.offers').getByRole('button', { name: /^(Try again|Erneut versuchen)$/ });
  await until('the offer is shown', async () => {
    await again.or(offer).first().waitFor();
    if (await offer.isVisible()) return true;
    await again.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
    return false;
  });
}
