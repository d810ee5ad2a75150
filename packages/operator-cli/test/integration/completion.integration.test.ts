import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWith } from '@callside/test-kit';
import { runCallside } from '../support/callside.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const run = promisify(execFile);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'callside-completion-'));
  for (const shell of shells) {
    const { stdout } = await runCallside(['completion', shell], {});
    await writeFile(path.join(directory, shell), stdout);
  }
});
afterAll(() => rm(directory, { recursive: true }));

/** What the shell offers after these words; the last one is still being typed. */
async function complete(shell: Shell, words: string[]): Promise<string[]> {
  const file = path.join(directory, shell);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const scripts: Record<Shell, string> = {
    bash: `source ${file}; COMP_WORDS=(callside ${quoted}); COMP_CWORD=${words.length}; _callside; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // compadd works only in the line editor.
    zsh: `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { :; }; source ${file}
      words=(callside ${quoted}); CURRENT=${words.length + 1}; _callside`,
    fish: `source ${file}; complete -C "callside ${words.join(' ')}"`,
  };
  const { stdout } = await run(shell, ['-c', scripts[shell]], { cwd: directory });
  const typed = words.at(-1) ?? '';
  return stdout
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((word) => word !== '' && word.startsWith(typed));
}

for (const shell of shells) {
  describeWith({ [shell]: shell })(`completion in ${shell}`, () => {
    it('offers commands, subcommands and options', async () => {
      expect(await complete(shell, ['bra'])).toEqual(['brand']);
      expect((await complete(shell, ['brand', ''])).filter((word) => !word.startsWith('-'))).toEqual(
        expect.arrayContaining(['create', 'list', 'set', 'show']),
      );
      expect(await complete(shell, ['user', 'add', '--em'])).toEqual(['--email']);
    });

    it('offers the choices of an option after other options', async () => {
      const words = await complete(shell, ['user', 'add', '--brand', 'acme', '--role', '']);
      expect(words.toSorted()).toEqual(['owner', 'rep']);
    });

    it('offers no command where a value is expected', async () => {
      expect(await complete(shell, ['user', 'add', '--brand', 'ca'])).not.toContain('catalog');
    });
  });
}

it('prints the script as one JSON value with --json', async () => {
  const { stdout } = await runCallside(['completion', 'bash', '--json'], {});
  expect(JSON.parse(stdout)).toEqual({ shell: 'bash', script: expect.stringContaining('complete ') });
});
