import { spawnSync } from 'node:child_process';
import path from 'node:path';

// The call ends its process, so the test runs it in a separate process with the build of `npm run setup`.
const file = path.resolve(import.meta.dirname, '../support/demo-environment.mjs');
const run = (env: Record<string, string>) => spawnSync(process.execPath, [file], { env, encoding: 'utf8' });

describe('parseEnvironment', () => {
  it('returns the settings of the process', () => {
    expect(run({ DATABASE_URL: 'postgres://u@h/d', PORT: '0' })).toMatchObject({ status: 0, stdout: '0', stderr: '' });
  });

  it('ends the process with 78, one line for each bad variable, and no stack trace or value', () => {
    const { status, stdout, stderr } = run({ DATABASE_URL: 'hunter2', PORT: 'hunter2' });
    expect(status).toBe(78);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^DATABASE_URL is not valid: .* Example: DATABASE_URL=postgresql:/),
      expect.stringMatching(/^PORT is not valid: .* Example: PORT=4100$/),
    ]);
    expect(stderr).not.toContain('hunter2');
  });
});
