import { z } from 'zod';
import type { ImportChunk, ImportEntry } from './entry.ts';
import { createReport } from './import-report.ts';
import { type ImportTarget, importRows } from './import-rows.ts';

interface Row {
  sku: string;
  size?: number | undefined;
}

/** A table in memory that refuses a batch that contains a negative size. */
function createTarget() {
  const table = new Map<string, number | undefined>();
  const batches: string[][] = [];
  const target: ImportTarget<Row> = {
    columns: { required: ['sku'], optional: ['size'] },
    schema: z.object({ sku: z.string('must be text'), size: z.coerce.number('must be a number').optional() }),
    upsert: async (rows) => {
      batches.push(rows.map(({ sku }) => sku));
      if (rows.some(({ size }) => Number(size) < 0))
        throw Object.assign(new Error('violates a check'), { code: '23514' });
      if (rows.some(({ sku }) => sku === 'outage'))
        throw Object.assign(new Error('connection lost'), { code: '57P01' });
      const counts = { inserted: 0, updated: 0 };
      for (const { sku, size } of rows) {
        if (!table.has(sku)) counts.inserted += 1;
        else if (table.get(sku) !== size) counts.updated += 1;
        table.set(sku, size);
      }
      return counts;
    },
  };
  return { target, table, batches };
}

async function* chunksOf(...chunks: ImportEntry[][]): AsyncGenerator<ImportChunk> {
  for (const [at, entries] of chunks.entries()) yield { entries, bytesRead: at + 1 };
}

const entry = (line: number, record: Record<string, unknown>): ImportEntry => ({ line, record });

describe('importRows', () => {
  it('counts what was inserted, updated and unchanged', async () => {
    const { target, table } = createTarget();
    table.set('1', 5).set('2', 5);
    const entries = [entry(2, { sku: '1', size: '5' }), entry(3, { sku: '2', size: '6' }), entry(4, { sku: '3' })];
    const report = await importRows(chunksOf(entries), target, {});
    expect(report).toEqual({ inserted: 1, updated: 1, unchanged: 1, rejected: 0, errors: [] });
  });

  it('rejects a row that the reader or the schema refuses, with its line and every reason', async () => {
    const { target } = createTarget();
    const report = await importRows(
      chunksOf([
        { line: 2, reason: 'not valid JSON' },
        entry(3, { size: 'big' }),
        entry(4, { sku: 7 }),
        entry(5, { sku: '\uFFFD' }),
        entry(6, { sku: '1\uD800' }),
        entry(7, { sku: '1\0' }),
        entry(8, { sku: '1\u{1F48D}' }),
      ]),
      target,
      {},
    );
    expect(report).toEqual({
      inserted: 1,
      updated: 0,
      unchanged: 0,
      rejected: 6,
      errors: [
        { line: 2, reason: 'not valid JSON' },
        { line: 3, reason: 'sku is missing; size must be a number' },
        { line: 4, reason: 'sku must be text' },
        { line: 5, reason: 'sku is not UTF-8 text' },
        { line: 6, reason: 'sku is not UTF-8 text' },
        { line: 7, reason: 'sku holds a NUL character' },
      ],
    });
  });

  it('rejects no row because of bytes in a column that it does not use', async () => {
    const { target, table } = createTarget();
    const rows = chunksOf([entry(2, { sku: '1', note: '\uFFFD' }), entry(3, { sku: '2\uFFFD', note: '\0' })]);
    const report = await importRows(rows, { ...target, columns: { ...target.columns, isComplete: true } }, {});
    expect(report.errors).toEqual([{ line: 3, reason: 'sku is not UTF-8 text' }]);
    expect([...table.keys()]).toEqual(['1']);
  });

  it('rejects only the row that the database refuses, and keeps the errors in the order of lines', async () => {
    const { target, table } = createTarget();
    const entries = Array.from({ length: 40 }, (_, at) =>
      entry(at + 2, { sku: `${at}`, size: at === 17 || at === 31 ? -1 : 1 }),
    );
    const report = await importRows(chunksOf([...entries, { line: 42, reason: 'broken' }]), target, {});
    expect(report).toMatchObject({ inserted: 38, rejected: 3 });
    expect(report.errors.map(({ line }) => line)).toEqual([19, 33, 42]);
    expect(report.errors[0]?.reason).toBe('violates a check');
    expect(table.size).toBe(38);
  });

  it('reads on while a batch is written, and writes one batch at a time', async () => {
    const { target } = createTarget();
    const writes: string[] = [];
    const slow: ImportTarget<Row> = {
      ...target,
      batchSize: 1,
      upsert: async (rows) => {
        writes.push(`${rows[0]?.sku} begins`);
        await new Promise(setImmediate);
        writes.push(`${rows[0]?.sku} ends`);
        return { inserted: 1, updated: 0 };
      },
    };
    const rows = ['1', '2', '3'].map((sku, at) => entry(at + 2, { sku }));
    const report = await importRows(chunksOf(rows), slow, { onProgress: () => writes.push('all read') });
    expect(report.inserted).toBe(3);
    expect(writes).toEqual(['1 begins', '1 ends', '2 begins', 'all read', '2 ends', '3 begins', '3 ends']);
  });

  it('writes in batches of at most 500 rows', async () => {
    const { target, batches } = createTarget();
    const entries = Array.from({ length: 1100 }, (_, at) => entry(at + 2, { sku: `${at}` }));
    await importRows(chunksOf(entries), target, {});
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 100]);
  });

  it('ends when the database fails for a reason other than the data', async () => {
    const { target, batches } = createTarget();
    const rows = chunksOf([entry(2, { sku: '1' }), entry(3, { sku: 'outage' })]);
    await expect(importRows(rows, target, {})).rejects.toThrow('connection lost');
    expect(batches).toHaveLength(1);
  });

  it('ends when a deadlock ends the same batch again and again', async () => {
    const { target } = createTarget();
    let attempts = 0;
    const upsert = async () => {
      attempts += 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    };
    const rows = chunksOf([entry(2, { sku: '1' }), entry(3, { sku: '2' })]);
    await expect(importRows(rows, { ...target, upsert }, {})).rejects.toThrow('deadlock detected');
    expect(attempts).toBe(10);
  });

  it('ends with the error of a failing reader, after the current batch is written', async () => {
    const { target, table } = createTarget();
    const small = { ...target, batchSize: 1 };
    const report = createReport();
    async function* failing(): AsyncGenerator<ImportChunk> {
      yield { entries: [entry(2, { sku: '1' }), entry(3, { sku: '2' })], bytesRead: 1 };
      throw new Error('disk failure');
    }
    await expect(importRows(failing(), small, { report })).rejects.toThrow('disk failure');
    expect({ written: [...table.keys()], inserted: report.inserted }).toEqual({ written: ['1'], inserted: 1 });
  });

  it('reports its progress', async () => {
    const { target } = createTarget();
    const seen: number[] = [];
    await importRows(chunksOf([], [], []), target, { onProgress: (bytesRead) => seen.push(bytesRead) });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('finishes the current batch after the signal, skips the rows after it and reports it', async () => {
    const { target, table } = createTarget();
    const interruption = new AbortController();
    const interrupting: ImportTarget<Row> = {
      ...target,
      batchSize: 1,
      upsert: async (rows) => {
        if (rows[0]?.sku === '2') interruption.abort();
        return target.upsert(rows);
      },
    };
    const rows = ['1', '2', '3', '4', '5'].map((sku, at) => [entry(at + 2, { sku })]);
    const report = await importRows(chunksOf(...rows), interrupting, { signal: interruption.signal });
    expect(report).toEqual({ inserted: 2, updated: 0, unchanged: 0, rejected: 0, errors: [], interrupted: true });
    expect([...table.keys()]).toEqual(['1', '2']);
  });

  it('is not interrupted by a signal after everything is written', async () => {
    const { target } = createTarget();
    const interruption = new AbortController();
    const last = (bytesRead: number) => bytesRead === 2 && interruption.abort();
    const report = await importRows(chunksOf([entry(2, { sku: '1' })], [entry(3, { sku: '2' })]), target, {
      signal: interruption.signal,
      onProgress: last,
    });
    expect(report).toEqual({ inserted: 2, updated: 0, unchanged: 0, rejected: 0, errors: [] });
  });
});
