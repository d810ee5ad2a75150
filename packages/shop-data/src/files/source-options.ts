import type { ColumnMap } from '../entry.ts';
import type { Encoding } from './detect-encoding.ts';

/** How a file is read. What is absent is detected. */
export interface SourceOptions {
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** The file's column by the column that it stands for. */
  map?: ColumnMap;
}

export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export type Delimiter = (typeof delimiters)[keyof typeof delimiters];

export function nameOfDelimiter(delimiter: Delimiter): keyof typeof delimiters {
  const names = Object.keys(delimiters) as (keyof typeof delimiters)[];
  return names.find((name) => delimiters[name] === delimiter) ?? 'comma';
}
