import path from 'node:path';
import { parseArgs } from 'node:util';
import { withEarlierRelease } from './lib/earlier-release.mjs';
import { runJest } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { withTestServers } from './lib/with-test-servers.mjs';

/** The release that the upgrade starts from. */
const usual = '06af867bc221';

/** Runs the build of an earlier commit beside this one on one database: npm run upgrade-test -- [--from COMMIT]. */
async function main() {
  const { values } = parseArgs({ options: { from: { type: 'string', default: usual } } });
  await setUpProject();
  await withTestServers({}, ({ env, signal, dir }) =>
    withEarlierRelease(values.from, signal, async (earlier) => {
      const reportFile = path.join(dir, 'report.json');
      const settings = { ...env, EARLIER_RELEASE: earlier };
      const { code } = await runJest(['e2e/upgrade/'], { env: settings, reportFile, signal });
      process.exitCode = code;
    }),
  );
}

await runMain(main);
