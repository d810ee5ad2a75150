import { type PausedCalls, type PauseEvidence, pausedCallsQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { foundOr404, publicId } from '../public-id.ts';
import type { EvidenceStore } from './evidence.store.ts';
import { readEvidence } from './read-evidence.ts';

interface Dependencies {
  requireAuditor: RequestHandler;
  store: EvidenceStore;
}

export function createEvidenceRoutes({ requireAuditor, store }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/calls/:reference/pause-evidence')
    .all(ofBrandInPath)
    .get(requireAuditor, async (request, response) => {
      const reference = publicId(String(request.params.reference), 'call');
      const evidence = await readEvidence(store, requestBrand.of(request).id, reference);
      response.json(foundOr404(evidence, 'call') satisfies PauseEvidence);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  router
    .route('/:brand/pause-evidence')
    .all(ofBrandInPath)
    .get(requireAuditor, async (request, response) => {
      const { limit, cursor, to } = parseOrThrow(pausedCallsQuerySchema, request.query, 'query');
      const before = decodeCursor(cursor, 'call') ?? { at: to ?? afterAll, id: leastId };
      const { calls, looked } = await store.findPaused({ brandId: requestBrand.of(request).id, before, limit });
      const items = calls.map(({ id: reference, agentEmail, at, endedAt, pauses }) => ({
        call_reference: reference,
        agent_email: agentEmail,
        started_at: at.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
        pauses,
      }));
      response.json({ items, next_cursor: encodeCursor(looked) } satisfies PausedCalls);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

const afterAll = new Date('9999-12-31T23:59:59.999Z');
const leastId = '00000000-0000-0000-0000-000000000000';
