import { requireOwner } from '@callside/auth';
import { type OfferPreview, offerPreviewRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, parseOrThrow, ServiceError } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { PreviewOffers } from './preview-offers.ts';
import { parseRecommendRequest } from './recommend-request.ts';

interface Dependencies {
  /** Passes users of the brand with a session token of the audience `recommender`. Null: there is no SESSION_SECRET. */
  requireSession: RequestHandler | null;
  preview: PreviewOffers;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
}

/** Bodies up to this limit are parsed whole: the members are those of POST /recommend. */
const limitBytes = 16 * 1024;
const rulesSchema = offerPreviewRequestSchema.pick({ rules: true });

/** What a caller would be offered, for owners of the brand. Nothing is recorded. */
export function createPreviewRoutes({ requireSession, preview, country }: Dependencies): Router {
  const router = Router();
  if (requireSession === null) {
    return router.all('/admin/preview', () => {
      const message = 'Offers are not previewed here: SESSION_SECRET is not set.';
      throw new ServiceError({ code: 'not_found', message });
    });
  }
  const parseJson = createJsonBody({ limitBytes, shape: { members: {} } });
  router.post('/admin/preview', requireSession, requireOwner, parseJson, async (request, response) => {
    const { value: body } = jsonBody.of(request);
    const asked = parseRecommendRequest(body, country());
    response.setHeader('Cache-Control', 'no-store');
    response.json((await preview(asked, parseOrThrow(rulesSchema, body))) satisfies OfferPreview);
  });
  router.all('/admin/preview', methodNotAllowed('POST'));
  return router;
}
