import type { SourceOptions } from '@callside/shop-data';
import type { Command } from 'commander';
import { columnMap, delimiter, encoding } from '../import/source-options.ts';

/** Adds the options that say how a file is read. */
export function addSourceOptions(command: Command): Command {
  return command
    .option('--map <columns>', 'columns of other names: NAME=COLUMN,NAME="COLUMN, with a comma"; repeatable', columnMap)
    .option('--delimiter <name>', 'comma, semicolon, tab or pipe; detected without it', delimiter)
    .option('--encoding <name>', 'utf-8, utf-16le, utf-16be or windows-1252; detected without it', encoding);
}

export function readSourceOptions({ map, delimiter, encoding }: SourceOptions): SourceOptions {
  return { ...(map && { map }), ...(delimiter && { delimiter }), ...(encoding && { encoding }) };
}
