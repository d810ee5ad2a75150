import type { ImportChunk, ImportEntry } from '../entry.ts';
import type { LeftOutRow, Translation, Translator } from '../exports/file-layout.ts';

/** Translates the rows of a shop's export. `onLeftOut` is called for each row that is no data of this kind. */
export async function* translateChunks(
  chunks: AsyncIterable<ImportChunk>,
  translator: Translator,
  onLeftOut: (row: LeftOutRow) => void,
): AsyncGenerator<ImportChunk> {
  let bytesRead = 0;
  for await (const chunk of chunks) {
    bytesRead = chunk.bytesRead;
    const entries = chunk.entries.flatMap((entry) => [
      ...('record' in entry ? (translator.release?.(entry.record) ?? []) : []),
      ...translateEntry(entry, translator, onLeftOut),
    ]);
    yield { bytesRead, entries };
  }
  const entries = (translator.finish?.() ?? []).flatMap(({ line, ...translation }) =>
    toEntries(line, translation, onLeftOut),
  );
  if (entries.length > 0) yield { bytesRead, entries };
}

function translateEntry(
  entry: ImportEntry,
  translator: Translator,
  onLeftOut: (row: LeftOutRow) => void,
): ImportEntry[] {
  if ('reason' in entry) return [entry];
  return toEntries(entry.line, translator.translate(entry.record, entry.line), onLeftOut);
}

function toEntries(line: number, translation: Translation, onLeftOut: (row: LeftOutRow) => void): ImportEntry[] {
  if (translation === 'kept') return [];
  if ('leftOut' in translation) {
    onLeftOut(translation);
    return [];
  }
  return [{ line, ...translation }];
}
