import { Writable } from 'node:stream';
import { runCallside } from '@callside/operator-cli';

interface CallsideRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the operator in this process. */
export async function captureCallside(args: string[], environment: Record<string, string>): Promise<CallsideRun> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const code = await runCallside(args, {
    streams: { stdout: into('stdout'), stderr: into('stderr') },
    environment,
  });
  return { code, ...written };
}
