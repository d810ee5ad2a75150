import { parentPort, workerData } from 'node:worker_threads';
import { createDatabase } from '@callside/database';
import { ImportFileError, type ImportReport, importOnRecord, importsOf } from '@callside/shop-data';
import { connectionsOfImport, type ImportTask, type ThreadMessage } from './import-thread.ts';
import { knownColumns } from './known-columns.ts';

// The entry of a thread that imports one file, and ends. Any message to it ends the import early.

const betweenProgressMs = 250;

const { databaseUrl, brandId, path, name, dryRun, map, ...file } = workerData as ImportTask;
const say = (message: ThreadMessage) => parentPort?.postMessage(message);
const ending = new AbortController();
parentPort?.once('message', () => ending.abort());
// The thread ends when the import has.
parentPort?.unref();

const database = createDatabase({
  url: databaseUrl,
  maxConnections: connectionsOfImport,
  applicationName: 'call-events imports',
  connectionTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
});
try {
  await importFile();
} finally {
  await database.close();
}

async function importFile(): Promise<void> {
  const found = await database.prisma.brand.findUniqueOrThrow({
    where: { id: brandId },
    select: { id: true, slug: true, country: true, timeZone: true },
  });
  const { timeZone: time_zone, ...rest } = found;
  const brand = { ...rest, time_zone };
  const run = { dryRun, signal: ending.signal, name, source: { map }, onProgress: createProgress() };
  const imports = importsOf({ ...file, subject: name, now: new Date() });
  try {
    say({ type: 'done', report: await importOnRecord(database, brand, path, run, imports) });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    const columns = knownColumns(imports, database, brand);
    say({ type: 'problem', detail: error.message, hint: error.advice, columns });
  }
}

function createProgress(): (read: number, report: ImportReport) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (read, { inserted, updated, unchanged, rejected }) => {
    const now = performance.now();
    if (now - saidAt < betweenProgressMs) return;
    saidAt = now;
    const rows = inserted + updated + unchanged + rejected;
    say({ type: 'progress', read: Math.min(Math.max(read, 0), 1), rows, rejected });
  };
}
