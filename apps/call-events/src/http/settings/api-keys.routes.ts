import { requestUser, requireOwner } from '@callside/auth';
import { type ApiKeyOrderBody, type ApiKeyView, apiKeyOrderSchema, type IssuedApiKeyView } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import { foundOr404, publicId } from '../public-id.ts';

/** The owner who makes a change. */
interface Acting {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}

interface Dependencies {
  requireSession: RequestHandler;
  listKeys: (brandId: string) => Promise<ApiKeyView[]>;
  issueKey: (owner: Acting, order: ApiKeyOrderBody) => Promise<Omit<IssuedApiKeyView, 'brand'>>;
  /** null if the brand has no such key. */
  revokeKey: (owner: Acting, id: string) => Promise<ApiKeyView | null>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(apiKeyOrderSchema.shape));

/** The owners' API key page: the key commands of the command line, with the same guarantees. */
export function createApiKeysRoutes({ requireSession, listKeys, issueKey, revokeKey }: Dependencies): Router {
  const router = Router();
  const acting = (request: Request): Acting => {
    const { brandId, id, email } = requestUser.of(request);
    return { brandId, userId: id, email, origin: request.ip ?? null };
  };

  router
    .route('/:brand/settings/api-keys')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json({ items: await listKeys(requestBrand.of(request).id) });
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const order = parseOrThrow(apiKeyOrderSchema, jsonBody.of(request).value);
      const { id, key, ...others } = await issueKey(acting(request), order);
      response
        .status(201)
        .json({ id, key, brand: requestBrand.of(request).slug, ...others } satisfies IssuedApiKeyView);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));

  router
    .route('/:brand/settings/api-keys/:id')
    .all(ofBrandInPath)
    .delete(requireSession, requireOwner, async (request, response) => {
      const id = publicId(request.params.id, 'key');
      response.json(foundOr404(await revokeKey(acting(request), id), 'key'));
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}
