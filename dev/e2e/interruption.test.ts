import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const interruption = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/interruption.mjs')).href;

it('a script stops what it started when nobody reads its output any more, in place of an error', async () => {
  const script = `import { interruption } from '${interruption}';
    interruption().addEventListener('abort', () => process.exit(7));
    setInterval(() => process.stdout.write('still running\\n'), 20);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([7, null]);
});

it('a script stops also when its parent ended before the script asked for interruptions', async () => {
  const script = `import { interruption } from '${interruption}';
    const parent = process.ppid;
    console.log('started');
    while (process.ppid === parent) await new Promise((resolve) => setTimeout(resolve, 20));
    interruption().addEventListener('abort', () => process.exit(console.log('aborted')));
    setTimeout(() => process.exit(console.log('not aborted')), 30_000);`;
  // The shell ends at the end of its input, and the script goes on.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1" & read -r _', process.execPath, script]);
  const output = text(shell.stdout);
  await once(shell.stdout, 'data');
  shell.stdin.end();
  expect(await output).toBe('started\naborted\n');
});
