import type { ImportMessage } from '@callside/schemas';
import i18next from 'i18next';
import { type KnownSentence, saidInWords } from '../../app/said-in-words.ts';
import { rowInWords } from './row-words.ts';

type Failed = Pick<Extract<ImportMessage, { type: 'failed' }>, 'detail' | 'hint'>;

const ofColumns: readonly KnownSentence[] = [
  [/^(?<file>.+) is not one of the exports that are read \((?<layouts>.+)\)$/, 'imports.problem.export'],
  [/^(?<file>.+) lacks the columns? (?<missing>.+?)(?: that the map names .+)?$/, 'imports.problem.columns'],
];

const layout: KnownSentence = [/^(?<layout>[^:]+): it lacks the columns? (?<missing>.+)$/, 'imports.problem.layout'];

const ofFiles: readonly KnownSentence[] = [
  [/^(?<file>.+) is not CSV, as the exports of shops are$/, 'imports.problem.notCsv'],
  [/^(?<file>.+) is empty$/, 'imports.problem.empty'],
  [/^(?<file>.+) has a broken first line: (?<reason>.+)$/, 'imports.problem.header'],
  [/^(?<file>.+) ends its lines with a carriage return alone$/, 'imports.problem.carriageReturn'],
  [/^(?<file>.+) names the column "(?<column>.+)" twice$/, 'imports.problem.twice'],
  [/^cannot read (?<file>.+): it is compressed /, 'imports.problem.compressed'],
  [/^cannot read (?<file>.+): it is a spreadsheet/, 'imports.problem.spreadsheet'],
  [/^cannot read (?<file>.+): its first line is not text$/, 'imports.problem.notText'],
  [/^cannot read (?<file>.+) as CSV: it is JSON$/, 'imports.problem.json'],
  [/^cannot read (?<file>.+) as NDJSON: it is a JSON array$/, 'imports.problem.jsonList'],
  [/^(?<file>.+) is neither \.csv nor /, 'imports.problem.extension'],
  [/^another complete import of the catalogue /, 'imports.problem.otherCatalogue'],
];

/** Whether a file could be imported when it were known what its columns mean. */
export function isAboutColumns(detail: string): boolean {
  return ofColumns.some(([pattern]) => pattern.test(detail));
}

/** Why a file could not be imported, and what its owner can do. The text of a known problem has its hint. */
export function fileProblemInWords({ detail, hint }: Failed): string {
  const { id } = /^request id (?<id>\S+)$/.exec(hint ?? '')?.groups ?? {};
  if (detail === 'internal error') {
    const words = i18next.t('problems.internal');
    return id === undefined ? words : `${words} ${i18next.t('problems.request', { id })}`;
  }
  const words = saidInWords(detail, [...ofColumns, ...ofFiles], (value, name) => {
    if (name === 'reason') return rowInWords(value);
    return name === 'layouts' ? layoutsInWords(value) : value;
  });
  return words ?? [detail, hint].filter(Boolean).join('; ');
}

function layoutsInWords(said: string): string {
  return said
    .split('; ')
    .map((one) => saidInWords(one, [layout]) ?? one)
    .join('. ');
}
