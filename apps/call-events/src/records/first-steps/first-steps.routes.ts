import { requireOwner } from '@callside/auth';
import type { Query } from '@callside/database';
import type { FirstSteps } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { type FirstStepsOnFile, readFirstSteps } from './first-steps.store.ts';

interface Dependencies {
  requireSession: RequestHandler;
  query: Query;
}

/** The owners' checklist of first steps. */
export function createFirstStepsRoutes({ requireSession, query }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/first-steps')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json(firstStepsView(await readFirstSteps(query, requestBrand.of(request).id)));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

function firstStepsView(steps: FirstStepsOnFile): FirstSteps {
  const { refusedRequests, refusedAt } = steps;
  return {
    products: steps.products,
    dialler: {
      has_sent: steps.hasSent,
      refused: refusedAt && { requests: refusedRequests ?? 0, last_seen_at: refusedAt.toISOString() },
    },
    reps: { active: steps.activeReps, signed_in: steps.signedInReps },
    companion: steps.companion,
    model: { trained_at: steps.trainedAt?.toISOString() ?? null },
  };
}
