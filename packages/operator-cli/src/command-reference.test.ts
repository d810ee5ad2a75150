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

it('the reference has a section for each command, and no others', () => {
  const sections = [...describeCommands(program).matchAll(/^### callside (.*)$/gm)].map(([, path]) => path);
  expect(sections).toEqual(commands.map(({ path }) => path));
});

it.each(commands.map((node) => [node.path, node] as const))('%s has a purpose, options and an example', (_, node) => {
  expect(node.command.description()).not.toBe('');
  for (const option of optionsOf(node)) expect([option.flags, option.description]).not.toEqual([option.flags, '']);
  expect(helpOf(node.command)).toMatch(new RegExp(`Examples?:\\n(.*\\n)*? .*callside ${node.path}\\b`));
});
