import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The used part of the result of axe-core's `axe.run`. */
interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

const axeSource = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe-core finds in the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource);
  const run = `axe.run({ rules: { 'target-size': { enabled: true } } })`;
  const { violations: found } = (await page.evaluate(run)) as AxeResult;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
