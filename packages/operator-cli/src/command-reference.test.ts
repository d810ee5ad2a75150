import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describeCommands, helpOf } from './command-reference.ts';
import { leavesOf, optionsOf, readCommandTree } from './command-tree.ts';
import { createSettings } from './env.ts';
import { createProgram } from './program.ts';

const program = createProgram({
  settings: createSettings({ environment: {}, localFile: '/nowhere' }),
  streams: { stdout: new PassThrough(), stderr: new PassThrough() },
  json: false,
  now: () => new Date(0),
});
const commands = leavesOf(readCommandTree(program));

it('docs/cli.md equals the help of all commands', () => {
  const file = path.join(import.meta.dirname, '../../../docs/cli.md');
  expect(readFileSync(file, 'utf8')).toBe(describeCommands(program));
});

it.each(commands.map((node) => [node.path, node] as const))('%s has a purpose, options and an example', (_, node) => {
  expect(node.command.description()).not.toBe('');
  for (const option of optionsOf(node)) expect([option.flags, option.description]).not.toEqual([option.flags, '']);
  expect(helpOf(node.command)).toMatch(new RegExp(`Examples?:\\n(.*\\n)*? .*callside ${node.path}\\b`));
});
