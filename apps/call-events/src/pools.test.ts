import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createLogger } from '@callside/service-kit';
import { connectionsOfImport } from './imports/index.ts';
import { createPools } from './pools.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8');

test('the pages about connections have the number that an instance opens at most', async () => {
  const { warmUp, close, ...pools } = createPools({
    url: 'postgresql://nobody@127.0.0.1:1/none',
    logger: createLogger({ service: 'call-events', level: 'silent' }),
  });
  const most = Object.values(pools)
    .map((pool) => ('pool' in pool ? pool.pool : pool))
    .reduce((sum, { options }) => sum + (options.max ?? 0), connectionsOfImport);
  await close();
  expect(read('scaling.md')).toContain(`Up to ${most} for each instance`);
  expect(read('operations/sizing.md')).toContain(`| ${most} at most `);
  expect(read('operations/sizing.md')).toContain(`\`${most} × instances of call-events`);
});
