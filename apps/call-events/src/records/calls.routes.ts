import { callExportQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { type AuditRequest, ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import { exportCalls } from './exports/export-calls.ts';
import { decodeExportCursor, encodeExportCursor } from './exports/export-cursor.ts';
import { exportTexts } from './exports/exported-columns.ts';
import type { ReadSources } from './read-sources.ts';
import { sendJson } from './send-json.ts';
import { sendTexts } from './send-texts.ts';
import { teamRead } from './team-read.ts';
import { callDetailView, sessionView } from './views.ts';
import { withSessionAndCustomer } from './with-customers.ts';

interface Dependencies {
  requireSession: RequestHandler;
  requireReader: RequestHandler;
  auditRequest: AuditRequest;
  reads: ReadSources;
}

const mediaTypes = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;

export function createCallsRoutes({ requireSession, requireReader, auditRequest, reads }: Dependencies): Router {
  const router = Router();
  const readOnly = methodNotAllowed(['GET', 'HEAD']);

  router
    .route('/:brand/calls/export')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const brand = requestBrand.of(request);
      const {
        from = null,
        to = null,
        since,
        ended,
        format,
      } = parseOrThrow(callExportQuerySchema, request.query, 'query');
      const by = ended ? 'end' : 'start';
      const exported = await exportCalls(
        reads,
        brand.id,
        since === undefined ? { from, to } : { by, since: decodeExportCursor(since, by) },
      );
      const { range, openSession, pages, completeUntil, nextCursor } = exported;
      // If the lease store cannot be read, throws now, while an error answer is still possible.
      sessionView(openSession);
      if (request.method !== 'HEAD') {
        const detail = {
          format,
          ended: by === 'end',
          ...(since === undefined ? { to: to?.toISOString() ?? null } : { since }),
          from: range.from?.toISOString() ?? null,
          until: range.until.toISOString(),
          rows: await reads.callExport.countCalls(range),
        };
        await auditRequest(request, { action: 'calls.export', subject: brand.id, detail });
      }
      await sendTexts(exportTexts(pages, format), response, {
        'Content-Type': mediaTypes[format],
        'Content-Disposition': `attachment; filename="calls-${brand.slug}.${format}"`,
        'X-Complete-Until': completeUntil.toISOString(),
        ...(nextCursor !== null && { 'X-Next-Cursor': encodeExportCursor(nextCursor) }),
      });
    })
    .all(readOnly);

  router
    .route('/:brand/calls/:reference')
    .all(ofBrandInPath)
    .get(requireReader, async (request, response) => {
      const reference = publicId(request.params.reference, 'call');
      const { id: brandId } = requestBrand.of(request);
      const found = await reads.calls.findCall(brandId, reference, teamRead(request));
      const call = await withSessionAndCustomer(reads, brandId, found);
      sendJson(response, callDetailView(foundOr404(call, 'call')));
    })
    .all(readOnly);
  return router;
}
