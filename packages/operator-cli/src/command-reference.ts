import type { Command } from 'commander';
import { leavesOf, readCommandTree } from './command-tree.ts';

const width = 110;

/** The help of each command as Markdown. docs/cli.md includes it. */
export function describeCommands(program: Command): string {
  const tree = readCommandTree(program);
  const groups = tree.children.map((group) => {
    const commands = leavesOf(group).map(
      ({ path, command }) => `### callside ${path}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
    );
    return [`## ${group.path}`, ...commands].join('\n\n');
  });
  return `\`\`\`text
${helpOf(program)}
\`\`\`

${groups.join('\n\n')}
`;
}

/** The whole help, with the texts that are added to it. */
export function helpOf(command: Command): string {
  let text = '';
  const { writeOut, getOutHasColors } = command.configureOutput();
  const help = command.configureHelp();
  command.configureHelp({ ...help, helpWidth: width });
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHasColors: () => false,
  });
  command.outputHelp();
  command.configureHelp(help);
  command.configureOutput({ ...(writeOut && { writeOut }), ...(getOutHasColors && { getOutHasColors }) });
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}
