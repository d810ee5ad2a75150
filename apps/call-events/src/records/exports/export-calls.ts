import type { CallOnFile } from '../../calls/index.ts';
import type { ReadSources } from '../read-sources.ts';
import { readLiveness, type SessionWithLiveness } from '../session-liveness.ts';
import type { CallRange, ExportPage } from './call-export.store.ts';
import type { ExportCursor } from './export-cursor.ts';

export interface CallToExport {
  call: CallOnFile;
  session: SessionWithLiveness | null;
}

export interface ExportedCalls {
  range: CallRange;
  /** One session of the range that is not finalized. If its lease can be read, those of the others probably can. */
  openSession: SessionWithLiveness | null;
  /** Oldest first. Each page is read on demand. */
  pages: AsyncGenerator<readonly CallToExport[]>;
  /** No call that started or ended before it can appear any more. */
  completeUntil: Date;
  /** For the next of consecutive reads; null: a range was asked for. */
  nextCursor: ExportCursor | null;
}

type Sources = Pick<ReadSources, 'callExport' | 'leases'>;

/**
 * What to export: the calls that started in [from, to); or those that have become complete since a cursor, which consecutive reads
 * get exactly once.
 */
export type ExportRequest =
  | { from: Date | null; to: Date | null }
  | { by: CallRange['by']; since: ExportCursor | null };

/** Exports all calls of a range, page by page, up to the instant before which no call can appear any more. */
export async function exportCalls(sources: Sources, brandId: string, request: ExportRequest): Promise<ExportedCalls> {
  const { callExport, leases } = sources;
  const completeUntil = await callExport.completeUntil();
  const range = rangeOf(brandId, request, completeUntil);
  const [openSession = null] = await readLiveness(leases, [await callExport.findOpenSession(range)]);
  const nextCursor = 'by' in request ? { by: request.by, at: range.until } : null;
  return { range, openSession, pages: readPages(sources, range), completeUntil, nextCursor };
}

function rangeOf(brandId: string, request: ExportRequest, completeUntil: Date): CallRange {
  if ('by' in request) {
    const { by, since } = request;
    // A reader's cursor may be ahead, after a transaction that began late: nothing is read twice.
    const until = since !== null && since.at > completeUntil ? since.at : completeUntil;
    return { brandId, by, from: since?.at ?? null, until };
  }
  const { from, to } = request;
  return { brandId, by: 'start', from, until: to !== null && to < completeUntil ? to : completeUntil };
}

async function* readPages({ callExport, leases }: Sources, range: CallRange): AsyncGenerator<readonly CallToExport[]> {
  let after: ExportPage['next'] = null;
  do {
    const page: ExportPage = await callExport.readPage(range, after);
    const sessions = await readLiveness(
      leases,
      page.items.map(({ session }) => session),
    );
    yield page.items.map(({ call }, index) => ({ call, session: sessions[index] ?? null }));
    after = page.next;
  } while (after !== null);
}
