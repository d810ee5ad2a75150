import type { ImportChunk, ImportEntry, Translator } from '@callside/shop-data';

/** Translates the rows of a shop's export. `onLeftOut` is called for each row that is no data of this kind. */
export async function* translateChunks(
  chunks: AsyncIterable<ImportChunk>,
  translator: Translator,
  onLeftOut: (reason: string) => void,
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
  const entries = translator.finish?.() ?? [];
  if (entries.length > 0) yield { bytesRead, entries };
}

function translateEntry(
  entry: ImportEntry,
  translator: Translator,
  onLeftOut: (reason: string) => void,
): ImportEntry[] {
  if ('reason' in entry) return [entry];
  const translation = translator.translate(entry.record, entry.line);
  if (translation === 'kept') return [];
  if ('leftOut' in translation) {
    onLeftOut(translation.leftOut);
    return [];
  }
  return [{ line: entry.line, ...translation }];
}
