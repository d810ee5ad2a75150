import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const untilEnded = pathToFileURL(path.join(__dirname, '../../scripts/lib/until-ended.mjs')).href;

it('a script that waits for the end of its services ends when one of them does', async () => {
  const script = `import { untilEnded } from '${untilEnded}';
    const runs = { ended: new Promise(() => {}) };
    const hasEnded = { ended: new Promise((resolve) => setTimeout(resolve, 100, 'it has ended').unref()) };
    console.log(await untilEnded([runs, hasEnded], new AbortController().signal));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout).toBe('it has ended\n');
});
