import { requireOwner } from '@callside/auth';
import {
  apiKeyReplacementSchema,
  apiKeyRequestSchema,
  type IssuedApiKeyView,
  parseDuration,
  type RefusedKeyList,
  type RefusedKeyView,
} from '@callside/schemas';
import {
  createJsonBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { foundOr404, publicId } from '../public-id.ts';
import { actingOwner } from './acting-owner.ts';
import type { ApiKeyStore, RefusedKeyOnFile } from './api-keys.store.ts';
import { requestBrand } from './brand-of-host.ts';
import { ofBrandInPath } from './brand-segment.ts';

interface Dependencies {
  requireSession: RequestHandler;
  apiKeys: Pick<ApiKeyStore, 'list' | 'listRefused' | 'issue' | 'revoke' | 'replace'>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(apiKeyRequestSchema.shape));
const replacementShape = objectOf(Object.keys(apiKeyReplacementSchema.shape));

/** The owners' API key page: the key commands of the command line, with the same guarantees. */
export function createApiKeysRoutes({ requireSession, apiKeys }: Dependencies): Router {
  const router = Router();

  router
    .route('/:brand/settings/api-keys')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json({ items: await apiKeys.list(requestBrand.of(request).id) });
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const keyRequest = parseOrThrow(apiKeyRequestSchema, jsonBody.of(request).value);
      const { id, key, ...others } = await apiKeys.issue(actingOwner(request), keyRequest);
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
      response.json(foundOr404(await apiKeys.revoke(actingOwner(request), id), 'key'));
    })
    .all(methodNotAllowed('DELETE'));

  router
    .route('/:brand/settings/api-keys/:id/replace')
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: replacementShape }),
      async (request, response) => {
        const { overlap } = parseOrThrow(apiKeyReplacementSchema, jsonBody.of(request).value);
        const replacement = { id: publicId(request.params.id, 'key'), overlapSeconds: parseDuration(overlap) ?? 0 };
        const replaced = foundOr404(await apiKeys.replace(actingOwner(request), replacement), 'key');
        if (replaced === 'ended') {
          throw new ServiceError({ code: 'conflict', message: 'This key is revoked or has expired: issue a new one.' });
        }
        const { id, key, ...others } = replaced;
        const brand = requestBrand.of(request).slug;
        response.status(201).json({ id, key, brand, ...others } satisfies IssuedApiKeyView);
      },
    )
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/settings/refused-keys')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const refused = await apiKeys.listRefused(requestBrand.of(request).id);
      response.json({ items: refused.map(refusedKeyView) } satisfies RefusedKeyList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

function refusedKeyView(row: RefusedKeyOnFile): RefusedKeyView {
  return {
    key: row.shownKey || null,
    reason: row.reason,
    feature: row.feature,
    address: row.address || null,
    api_key_id: row.apiKeyId,
    label: row.label,
    requests: Number(row.requests),
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  };
}
