import { apiKeyId } from '@callside/auth';
import { type EmbedToken, embedTokenRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';
import { type EmbedDependencies, issueEmbedToken } from './issue-embed-token.ts';

interface Dependencies extends EmbedDependencies {
  /** Accepts an API key of the feature `embed`. */
  requireEmbedKey: RequestHandler;
}

const body = createJsonBody({ limitBytes: 16 * 1024, shape: objectOf(Object.keys(embedTokenRequestSchema.shape)) });

/** Issues tokens to servers of other systems, such as a CRM, for users whose desk is embedded in a page there. */
export function createEmbedTokensRoutes({ requireEmbedKey, ...dependencies }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/embed-tokens')
    .all(ofBrandInPath)
    .post(body, requireEmbedKey, async (request, response) => {
      const { email } = parseOrThrow(embedTokenRequestSchema, jsonBody.of(request).value);
      const origin = request.ip ?? null;
      const asked = { brandId: requestBrand.of(request).id, keyId: apiKeyId.of(request), origin, email };
      const { token, expiresAt } = foundOr404(await issueEmbedToken(asked, dependencies), 'active user');
      response.json({ token, expires_at: expiresAt.toISOString() } satisfies EmbedToken);
    })
    .all(methodNotAllowed('POST'));
  return router;
}
