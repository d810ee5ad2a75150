import type { Option } from 'commander';
import { allNodes, optionsOf, readCommandTree, type TreeNode, takesValue } from '../command-tree.ts';

/** What can follow a command. */
export interface CommandWords {
  path: string;
  children: { name: string; description: string }[];
  options: OptionWords[];
  /** Whether it has arguments, which are files. */
  takesFiles: boolean;
}

export interface OptionWords {
  flags: string[];
  description: string;
  takesValue: boolean;
  /** Empty: any value. */
  choices: readonly string[];
}

export function wordsOf(program: Parameters<typeof readCommandTree>[0]): CommandWords[] {
  return allNodes(readCommandTree(program)).map(toWords);
}

function toWords(node: TreeNode): CommandWords {
  const { path, children, command } = node;
  return {
    path,
    children: children.map(({ command: child }) => ({ name: child.name(), description: child.description() })),
    options: optionsOf(node).map(toOptionWords),
    takesFiles: command.registeredArguments.length > 0,
  };
}

function toOptionWords(option: Option): OptionWords {
  return {
    flags: [option.long, option.short].filter((flag) => flag !== undefined),
    description: option.description,
    takesValue: takesValue(option),
    choices: option.argChoices ?? [],
  };
}
