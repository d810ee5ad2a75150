import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const untilEnded = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/until-ended.mjs')).href;

it('a script that waits for its services ends when one was killed, and says how and that npm start starts all again', async () => {
  const script = `import { untilEnded } from '${untilEnded}';
    import { spawn } from 'node:child_process';
    const child = spawn('sleep', ['60']);
    const killed = new Promise((resolve) => child.once('exit', (_, signal) => resolve('call-events was ended by ' + signal)));
    child.once('spawn', () => child.kill('SIGKILL'));
    const runs = { ended: new Promise(() => {}) };
    await untilEnded([runs, { ended: killed }], new AbortController().signal).catch(({ message }) => console.log(message));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout).toBe(
    'call-events was ended by SIGKILL\nThe other programs are stopped too, and the data stays. Run npm start again.\n',
  );
});

it('it ends without a word when it is interrupted', async () => {
  const script = `import { untilEnded } from '${untilEnded}';
    await untilEnded([{ ended: new Promise(() => {}) }], AbortSignal.timeout(100));
    console.log('done');`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout).toBe('done\n');
});
