import type { SessionTokens, SignedInUser } from '@callside/auth';
import { type EmbedToken, embedTokenRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';

interface Dependencies {
  /** Accepts an API key of the feature `embed`. */
  requireEmbedKey: RequestHandler;
  /** The user if they are active in that brand. */
  findActiveUserByEmail: (brandId: string, email: string) => Promise<Pick<SignedInUser, 'id'> | null>;
  issueToken: SessionTokens['issue'];
  now: () => Date;
}

/** Short, because a token cannot be revoked; the page asks for a new one before it expires. */
const ttlSeconds = 10 * 60;

const body = createJsonBody({ limitBytes: 16 * 1024, shape: objectOf(Object.keys(embedTokenRequestSchema.shape)) });

/** Issues tokens to servers of other systems, such as a CRM, for users whose desk is embedded in a page there. */
export function createEmbedTokensRoutes(dependencies: Dependencies): Router {
  const { requireEmbedKey, findActiveUserByEmail, issueToken, now } = dependencies;
  const router = Router();
  router
    .route('/:brand/embed-tokens')
    .all(ofBrandInPath)
    .post(body, requireEmbedKey, async (request, response) => {
      const { email } = parseOrThrow(embedTokenRequestSchema, jsonBody.of(request).value);
      const brandId = requestBrand.of(request).id;
      const user = foundOr404(await findActiveUserByEmail(brandId, email), 'active user');
      const tokenRequest = { userId: user.id, brandId, audience: 'tab', ttlSeconds, now: now() } as const;
      const { token, expiresAt } = issueToken(tokenRequest);
      response.json({ token, expires_at: expiresAt.toISOString() } satisfies EmbedToken);
    })
    .all(methodNotAllowed('POST'));
  return router;
}
