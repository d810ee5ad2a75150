import { requireOwner } from '@callside/auth';
import type { OfferPreview, TitledPreview } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed } from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { skusInReasons } from './rules/call-offers.ts';

interface Dependencies {
  requireSession: RequestHandler;
  /** Asks the recommender of the brand as the owner of the request. It checks the body. */
  preview: (request: Request, body: unknown) => Promise<OfferPreview>;
  findTitles: (brandId: string, skus: readonly string[]) => Promise<Record<string, string>>;
}

/** Bodies up to this limit are parsed whole: the recommender knows their members. */
const limitBytes = 16 * 1024;

/** What a caller would be offered. For owners; nothing is recorded. */
export function createPreviewRoutes({ requireSession, preview, findTitles }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/recommender/preview')
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: { members: {} } }),
      async (request, response) => {
        const answer = await preview(request, jsonBody.of(request).value);
        const titles = await findTitles(requestBrand.of(request).id, skusInReasons(answer.recommendations));
        response.json({ ...answer, titles } satisfies TitledPreview);
      },
    )
    .all(methodNotAllowed('POST'));
  return router;
}
