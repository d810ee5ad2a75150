import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const source = import.meta.dirname;
const sizing = path.resolve(import.meta.dirname, '../../../docs/operations/sizing.md');

// Read from the source: pools are made in several files, some of them in threads.
test('the page about sizing has the number of connections that an instance opens at most', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const limits = files.flatMap((name) => [
    ...readFileSync(path.join(source, name), 'utf8').matchAll(/maxConnections: (\d+)|use\('\w+', (\d+)\)/g),
  ]);
  const most = limits.reduce((sum, [, own, ofPools]) => sum + Number(own ?? ofPools), 0);
  const page = readFileSync(sizing, 'utf8');
  expect(page).toContain(`| ${most} at most `);
  expect(page).toContain(`${most} × instances of the recommender`);
});
