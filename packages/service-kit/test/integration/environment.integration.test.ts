import { spawnSync } from 'node:child_process';
import path from 'node:path';

// It ends its process, so it needs one of its own, which runs what `npm run setup` built.
const file = path.resolve(import.meta.dirname, '../support/demo-environment.mjs');
const run = (env: Record<string, string>) => spawnSync(process.execPath, [file], { env, encoding: 'utf8' });

describe('parseEnvironment', () => {
  it('gives the settings of the process', () => {
    expect(run({ DATABASE_URL: 'postgres://u@h/d', PORT: '0' })).toMatchObject({ status: 0, stdout: '0', stderr: '' });
  });

  it('ends the process with 78, a line for each bad variable, and no stack trace or value', () => {
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
