import type { PauseEvidence } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
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
  return router;
}
