import { mostEndpoints, problemOfAddress, requireOwner } from '@callside/auth';
import {
  type AddedEndpoint,
  type EndpointDeliveries,
  type EndpointList,
  endpointRequestSchema,
  type RemovedEndpoint,
  type ResentDeliveries,
  resendDeliveriesRequestSchema,
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
import { actingOwner, ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import type { EndpointSettings } from './endpoint-settings.store.ts';

interface Dependencies {
  requireSession: RequestHandler;
  endpoints: Pick<EndpointSettings, 'list' | 'add' | 'remove' | 'resend' | 'listDeliveries'>;
  allowPrivate: boolean;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(endpointRequestSchema.shape));
const resendShape = objectOf(Object.keys(resendDeliveriesRequestSchema.shape));

/** The owners' page of endpoints: the `endpoint` commands of the command line, with the same guarantees, and the log of deliveries. */
export function createEndpointsRoutes({ requireSession, endpoints, allowPrivate }: Dependencies): Router {
  const router = Router();
  const idIn = ({ params }: Request) => publicId(String(params.id), 'endpoint');

  router
    .route('/:brand/settings/endpoints')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json({ items: await endpoints.list(requestBrand.of(request).id) } satisfies EndpointList);
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const endpoint = parseOrThrow(endpointRequestSchema, jsonBody.of(request).value);
      const problem = problemOfAddress(endpoint.url, { allowPrivate });
      if (problem !== null) throw invalidBody('url', 'address_refused', `url: ${problem}`);
      const stored = await endpoints.add(actingOwner(request), endpoint);
      if (stored === 'full') {
        const message = `A brand has at most ${mostEndpoints} endpoints: remove one first.`;
        throw new ServiceError({ code: 'conflict', message });
      }
      const { id, secret } = stored;
      const items = await endpoints.list(requestBrand.of(request).id);
      const added = foundOr404(items.find((item) => item.id === id) ?? null, 'endpoint');
      response.status(201).json({ ...added, secret } satisfies AddedEndpoint);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));

  router
    .route('/:brand/settings/endpoints/:id')
    .all(ofBrandInPath)
    .delete(requireSession, requireOwner, async (request, response) => {
      const id = idIn(request);
      foundOr404((await endpoints.remove(actingOwner(request), id)) || null, 'endpoint');
      response.json({ id, removed: true } satisfies RemovedEndpoint);
    })
    .all(methodNotAllowed('DELETE'));

  router
    .route('/:brand/settings/endpoints/:id/deliveries')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const items = foundOr404(await endpoints.listDeliveries(requestBrand.of(request).id, idIn(request)), 'endpoint');
      response.json({ items } satisfies EndpointDeliveries);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/settings/endpoints/:id/resend')
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: resendShape }),
      async (request, response) => {
        const { delivery = null } = parseOrThrow(resendDeliveriesRequestSchema, jsonBody.of(request).value);
        const id = idIn(request);
        const resent = foundOr404(await endpoints.resend(actingOwner(request), id, delivery), 'endpoint or delivery');
        response.json({ id, resent } satisfies ResentDeliveries);
      },
    )
    .all(methodNotAllowed('POST'));
  return router;
}
