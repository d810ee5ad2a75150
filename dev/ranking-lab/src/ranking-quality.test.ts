import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from './random.ts';
import { measureRankingQuality } from './ranking-quality.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ranking-quality-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Every customer buys the same three items repeatedly, and sometimes another one. */
async function writeCreaturesOfHabit(): Promise<void> {
  const random = createRandom(5);
  const lines = ['phone,sku,order_date'];
  const next = ['phone,sku,order_date'];
  for (let customer = 0; customer < 40; customer++) {
    for (let week = 0; week < 6; week++) {
      const skus = new Set([0, 1, 2].map((n) => (customer % 10) * 3 + n).filter(() => random() < 0.7));
      if (random() < 0.3) skus.add(30 + Math.floor(random() * 20));
      const isNext = week === 5;
      if (isNext && customer % 2 === 1) continue;
      for (const sku of skus) (isNext ? next : lines).push(`c${customer},${100 + sku},2001-01-${10 + week}`);
    }
  }
  await mkdir(join(directory, 'shops', 'habit'), { recursive: true });
  await writeFile(join(directory, 'shops', 'habit', 'history.csv'), lines.join('\n'));
  await writeFile(join(directory, 'shops', 'habit', 'next_baskets.csv'), next.join('\n'));
}

it('the measurement includes the baselines and their ensemble, which predicts habits', async () => {
  await writeCreaturesOfHabit();
  const order = {
    directory: join(directory, 'shops'),
    heldOut: new Map(),
    full: true,
    scoresDirectory: join(directory, 'scores'),
  };
  const printed: string[] = [];
  const [report] = await measureRankingQuality(order, (text) => printed.push(text), []);
  const meanOf = (wanted: string) => report?.recommenders.find(({ name }) => name === wanted)?.figures.mean ?? 0;
  expect(meanOf('personal frequency')).toBeGreaterThan(2 * meanOf('overall popularity'));
  expect(meanOf('ensemble')).toBeGreaterThan(0.9 * meanOf('personal frequency'));
  expect(report?.recommenders.map(({ name }) => name)).not.toContain('attributes by popularity');
  expect(printed.at(-1)).toContain('habit, next basket');

  const again: string[] = [];
  expect(await measureRankingQuality(order, (text) => again.push(text), [])).toEqual([report]);
  expect(again.join()).not.toContain('evaluations');
});
