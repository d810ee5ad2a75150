import { requireOwner } from '@callside/auth';
import { type Adapter, adapters, findAdapter, problemOfSecret, queryNaming } from '@callside/dialler-adapters';
import {
  type IntegrationAddress,
  type IntegrationList,
  type IntegrationView,
  integrationAddressRequestSchema,
  integrationRequestSchema,
  type PlatformView,
  type RemovedIntegration,
} from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { actingOwner, addressedBy, ofBrandInPath, requestBrand, sentHost } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';
import type { IntegrationOnFile, IntegrationSettings } from './integration-settings.store.ts';
import type { AddressSettings } from './platform-request.ts';

interface Dependencies extends AddressSettings {
  requireSession: RequestHandler;
  integrations: Pick<IntegrationSettings, 'list' | 'findSecret' | 'set' | 'remove'>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(integrationRequestSchema.shape));
const addressShape = objectOf(Object.keys(integrationAddressRequestSchema.shape));
const path = '/:brand/settings/integrations';

/** The owners' page of platforms: the `integration` commands of the command line, with the same guarantees. */
export function createIntegrationSettingsRoutes({ requireSession, integrations, ...settings }: Dependencies): Router {
  const router = Router();
  /** As the owner's browser calls the service: on a host of the brand, which decides the brand. */
  const addressOf = (request: Request, platform: string) => {
    const host = sentHost(addressedBy(request), settings.trusts) ?? '';
    return `${settings.schemeOf(request)}://${host}/integrations/${platform}`;
  };
  const list = async (request: Request): Promise<IntegrationView[]> =>
    (await integrations.list(requestBrand.of(request).id)).flatMap((row) => {
      // A later release may know platforms that this one does not.
      const adapter = findAdapter(row.platform);
      return adapter === undefined ? [] : integrationView(row, adapter, addressOf(request, row.platform));
    });

  router
    .route(path)
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const items = await list(request);
      response.json({ items, platforms: adapters.map(platformView) } satisfies IntegrationList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route(`${path}/:platform`)
    .all(ofBrandInPath)
    .put(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const adapter = adapterIn(request);
      const { secret = null } = parseOrThrow(integrationRequestSchema, jsonBody.of(request).value);
      requireRightSecret(adapter, secret);
      await integrations.set(actingOwner(request), adapter.platform, secret);
      const items = await list(request);
      response.json(foundOr404(items.find(({ platform }) => platform === adapter.platform) ?? null, 'integration'));
    })
    .delete(requireSession, requireOwner, async (request, response) => {
      const { platform } = adapterIn(request);
      foundOr404((await integrations.remove(actingOwner(request), platform)) || null, 'integration');
      response.json({ platform, removed: true } satisfies RemovedIntegration);
    })
    .all(methodNotAllowed(['PUT', 'DELETE']));

  router
    .route(`${path}/:platform/address`)
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: addressShape }),
      async (request, response) => {
        const adapter = adapterIn(request);
        const { agent, customer } = parseOrThrow(integrationAddressRequestSchema, jsonBody.of(request).value);
        const stored = foundOr404(
          await integrations.findSecret(requestBrand.of(request).id, adapter.platform),
          'integration',
        );
        if (stored === 'unreadable') {
          const message = 'The stored secret was encrypted with another SECRETS_KEY: set it again.';
          throw new ServiceError({ code: 'conflict', message });
        }
        requireRightSecret(adapter, stored.secret);
        const query = queryNaming({ agent, customer: customer || undefined }, adapter, stored.secret);
        const url = `${addressOf(request, adapter.platform)}?${query}`;
        response.json({ platform: adapter.platform, url } satisfies IntegrationAddress);
      },
    )
    .all(methodNotAllowed('POST'));
  return router;
}

function adapterIn({ params }: Request): Adapter {
  return foundOr404(findAdapter(String(params.platform)) ?? null, 'platform');
}

function requireRightSecret(adapter: Adapter, secret: string | null): void {
  const problem = problemOfSecret(adapter, secret);
  if (problem === 'missing') {
    throw invalidBody('secret', problem, `${adapter.name} signs its requests, and its secret is missing`);
  }
  if (problem === 'not_signing') {
    throw invalidBody('secret', problem, `${adapter.name} signs nothing, so there is no secret to store`);
  }
}

function platformView({ platform, name, support, authentication }: Adapter): PlatformView {
  return { platform, name, support, secret: authentication.kind === 'signature' ? authentication.secret : null };
}

function integrationView(
  { updatedAt, lastAccepted, lastRefused }: IntegrationOnFile,
  adapter: Adapter,
  url: string,
): IntegrationView {
  return {
    ...platformView(adapter),
    url,
    updated_at: updatedAt.toISOString(),
    last_accepted: lastAccepted,
    last_refused: lastRefused,
  };
}
