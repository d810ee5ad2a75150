import { extname, join } from 'node:path';
import { requireOwner } from '@callside/auth';
import {
  type ImportMessage,
  importKinds,
  importQuerySchema,
  mostImportBytes,
  type OwnerImportKind,
  storableText,
} from '@callside/schemas';
import {
  allowSlowBody,
  type Logger,
  methodNotAllowed,
  parseOrThrow,
  requestId,
  ServiceError,
} from '@callside/service-kit';
import { withTemporaryDirectory } from '@callside/shop-data';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { actingOwner, ofBrandInPath } from '../brands/index.ts';
import type { ImportThread, OwnersFile } from './import-thread.ts';
import { receiveFile } from './receive-file.ts';
import { fileReportView } from './report-view.ts';

interface Dependencies {
  requireSession: RequestHandler;
  thread: Pick<ImportThread, 'take' | 'import'>;
  logger: Logger;
}

/**
 * Files of owners: the `import` commands of the command line, with the same guarantees. The answer begins when the file has arrived: lines of
 * JSON with the progress, then one with the report. When the owner's browser goes away, the import ends as an interrupted one does.
 */
export function createImportsRoutes({ requireSession, thread, logger }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/recommender/imports/:kind')
    .all(ofBrandInPath)
    .put(requireSession, requireOwner, async (request, response) => {
      const file = ownersFile(request);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      await thread.take(() =>
        withTemporaryDirectory('callside-import-', async (directory) => {
          allowSlowBody(request);
          const path = join(directory, `file${extensionOf(file.name)}`);
          await receiveFile(request, path, mostImportBytes);
          await answerImport(request, response, { ...file, path }, gone.signal);
        }),
      );
      // Not before: the next import of the owner would be refused while this one cleans up.
      response.end();
    })
    .all(methodNotAllowed('PUT'));
  return router;

  async function answerImport(
    request: Request,
    response: Response,
    file: OwnersFile,
    signal: AbortSignal,
  ): Promise<void> {
    // A proxy that collects the answer would hide the progress.
    response.set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    const say = (message: ImportMessage) => response.write(`${JSON.stringify(message)}\n`);
    say({ type: 'progress', read: 0, rows: 0, rejected: 0 });
    try {
      const outcome = await thread.import(file, { signal, onProgress: say });
      if ('detail' in outcome) say({ type: 'failed', ...outcome });
      else say({ type: 'report', report: fileReportView(outcome, file.dryRun) });
    } catch (error) {
      const id = requestId.of(request);
      logger.error({ err: error, request_id: id }, 'a file of an owner could not be imported');
      say({ type: 'failed', detail: 'internal error', hint: `request id ${id}` });
    }
  }
}

function ownersFile(request: Request): Omit<OwnersFile, 'path'> {
  const kind = String(request.params.kind);
  if (!isKind(kind)) throw new ServiceError({ code: 'not_found', message: 'There is no such kind of file.' });
  const { name, format, map = {}, complete, dry_run } = parseOrThrow(importQuerySchema, request.query, 'query');
  const { brandId, ...owner } = actingOwner(request);
  return {
    brandId,
    kind,
    format,
    map: new Map(Object.entries(map)),
    complete: complete === 'true',
    dryRun: dry_run === 'true',
    name: storableText(name),
    acting: owner,
  };
}

function isKind(kind: string): kind is OwnerImportKind {
  return importKinds.some((known) => known === kind);
}

/** The name is the owner's: nothing else of it becomes part of a path. */
function extensionOf(name: string): string {
  return /^\.[a-z]{1,8}$/.exec(extname(name).toLowerCase())?.[0] ?? '';
}
