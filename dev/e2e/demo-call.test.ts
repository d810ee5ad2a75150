import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { deploy } from './support/deployment.ts';

// The call that `npm start` places.

const program = pathToFileURL(path.join(__dirname, '../../scripts/lib/demo-call.mjs')).href;

it('ends with one error, and waits for no tab, when the start of the call is refused', async () => {
  const { url: baseUrl, key, rep, token, close } = await deploy();
  try {
    const demo = { baseUrl, key, email: rep.email, token: await token('tab') };
    const script = `
      import { placeDemoCall } from '${program}';
      const { fetch } = globalThis;
      globalThis.fetch = (url, options) =>
        url.endsWith('/call-started') ? Response.json({ detail: 'no' }, { status: 503 }) : fetch(url, options);
      process.on('exit', () => console.log('ended'));
      await placeDemoCall(${JSON.stringify(demo)}).catch(({ message }) => console.log(message));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe(`${baseUrl}/call-events/call-started was answered 503: {"detail":"no"}\nended\n`);
  } finally {
    await close();
  }
});
