import type { ColumnMap } from '../entry.ts';
import type { FileLayout } from '../exports/file-layout.ts';
import { ImportFileError } from './import-file-error.ts';
import type { PreparedSource } from './prepare-source.ts';
import { readEntries } from './read-entries.ts';

/** The file is none of the exports that its format knows. */
export class UnknownLayoutError extends ImportFileError {}

/** The first layout whose columns the file has. Throws ImportFileError when it is none of them. */
export async function chooseLayout(
  file: string,
  { path, delimiter }: PreparedSource,
  { layouts, map }: { layouts: readonly FileLayout[]; map: ColumnMap | undefined },
): Promise<FileLayout> {
  if (delimiter === null) {
    throw new ImportFileError(`${file} is not CSV, as the exports of shops are`, {
      option: 'leave out --format',
    });
  }
  const problems: string[] = [];
  for (const layout of layouts) {
    const reading = readEntries(path, { ...layout.columns, map }, { delimiter, name: 'it' });
    try {
      await reading.next();
      return layout;
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      problems.push(`${layout.name}: ${error.message}`);
    } finally {
      await reading.return(undefined);
    }
  }
  throw new UnknownLayoutError(`${file} is not one of the exports that are read (${problems.join('; ')})`, {
    hint: 'check what it contains, and that its columns have their English names',
    option: '--map KNOWN=NAME reads a translated column name; docs/imports.md lists the columns that --format reads',
  });
}
