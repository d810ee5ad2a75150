import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const interruption = pathToFileURL(path.join(__dirname, '../scripts/lib/interruption.mjs')).href;

it('a script stops what it started when nobody reads its output any more, in place of an error', async () => {
  const script = `import { interruption } from '${interruption}';
    interruption().addEventListener('abort', () => process.exit(7));
    setInterval(() => process.stdout.write('still running\\n'), 20);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([7, null]);
});
