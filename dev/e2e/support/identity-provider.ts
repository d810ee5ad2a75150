import { type DemoIdentityProvider, startIdentityProvider } from '@callside/test-kit';
import type { Page } from 'playwright-core';

/** People of the provider; the brand of a deployment knows some of them. */
export const people = {
  rep: { email: 'robin@reps.example', name: 'Robin Rep' },
  owner: { email: 'olive@reps.example', name: 'Olive Owner' },
  stranger: { email: 'sam@elsewhere.example', name: 'Sam Stranger' },
};

export type Person = (typeof people)[keyof typeof people];

export const startPeoplesProvider = (): Promise<DemoIdentityProvider> =>
  startIdentityProvider({ people: Object.values(people) });

/** Picks a person on the page of the provider. */
export async function pick(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).click();
}
