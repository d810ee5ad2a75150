import type { Command, Option } from 'commander';

/** A command with its names from the root, such as `brand create`. The root has none. */
export interface TreeNode {
  path: string;
  command: Command;
  children: TreeNode[];
}

/** The commands that the help shows, in its order. Aliases and hidden commands are left out. */
export function readCommandTree(command: Command, path = ''): TreeNode {
  const children = command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .map((child) => readCommandTree(child, path === '' ? child.name() : `${path} ${child.name()}`));
  return { path, command, children };
}

/** Nodes without subcommands. */
export function leavesOf(node: TreeNode): TreeNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/** The options of a command, with --help and the global options. */
export function optionsOf({ command }: TreeNode): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...(command.parent === null ? [] : help.visibleGlobalOptions(command))];
}
