import type { CallOnFile, CallRange, ExportPage } from '../calls/index.ts';
import type { ReadSources } from './read-sources.ts';
import { readLiveness, type SessionWithLiveness } from './session-liveness.ts';

export interface CallToExport {
  call: CallOnFile;
  session: SessionWithLiveness | null;
}

export interface ExportedCalls {
  /** One session of the range that is not finalized. If its lease can be read, those of the others probably can. */
  openSession: SessionWithLiveness | null;
  /** Oldest first. Each page is read on demand. */
  pages: AsyncGenerator<readonly CallToExport[]>;
}

type Sources = Pick<ReadSources, 'callExport' | 'leases'>;

/** Exports all calls of a range that exist now, page by page. */
export async function exportCalls(
  sources: Sources,
  { brandId, from, to }: { brandId: string; from: Date | null; to: Date | null },
): Promise<ExportedCalls> {
  const { callExport, leases } = sources;
  const range = { brandId, from, until: await callExport.endOfRange(to) };
  const [openSession = null] = await readLiveness(leases, [await callExport.findOpenSession(range)]);
  return { openSession, pages: readPages(sources, range) };
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
