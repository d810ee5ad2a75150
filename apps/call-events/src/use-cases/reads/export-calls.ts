import type { CallOnFile, SessionOnFile } from '../../domain/call-on-file.ts';
import type { Page } from '../../domain/page.ts';
import type { SeeSessions, SessionSeen } from './session-liveness.ts';

/** The calls of a brand that started in [from, until). */
export interface CallRange {
  brandId: string;
  from: Date | null;
  until: Date;
}

export type ExportPage = Page<{ call: CallOnFile; session: SessionOnFile | null }>;

export interface CallToExport {
  call: CallOnFile;
  session: SessionSeen | null;
}

interface Dependencies {
  endOfRange: (to: Date | null) => Promise<Date>;
  readPage: (range: CallRange, after: ExportPage['next']) => Promise<ExportPage>;
  findOpenSession: (range: CallRange) => Promise<SessionOnFile | null>;
  seeSessions: SeeSessions;
}

export interface CallExport {
  /** One session of the range that is not finalized: whether its lease can be read stands for all of them. */
  openSession: SessionSeen | null;
  /** Oldest first. Each page is read on demand. */
  pages: AsyncGenerator<readonly CallToExport[]>;
}

/** Exports all calls of a range that exist now, page by page. */
export function createExportCalls({ endOfRange, readPage, findOpenSession, seeSessions }: Dependencies) {
  async function* pagesOf(range: CallRange): AsyncGenerator<readonly CallToExport[]> {
    let after: ExportPage['next'] = null;
    do {
      const page: ExportPage = await readPage(range, after);
      const sessions = await seeSessions(page.items.map(({ session }) => session));
      yield page.items.map(({ call }, index) => ({ call, session: sessions[index] ?? null }));
      after = page.next;
    } while (after !== null);
  }

  return async function exportCalls(asked: {
    brandId: string;
    from: Date | null;
    to: Date | null;
  }): Promise<CallExport> {
    const range = { brandId: asked.brandId, from: asked.from, until: await endOfRange(asked.to) };
    const [openSession = null] = await seeSessions([await findOpenSession(range)]);
    return { openSession, pages: pagesOf(range) };
  };
}
