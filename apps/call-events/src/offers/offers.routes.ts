import { requestUser } from '@callside/auth';
import {
  normaliseSku,
  type OfferOutcome,
  offersRequestSchema,
  outcomeRequestSchema,
  type ProductList,
  productQuerySchema,
  storableText,
} from '@callside/schemas';
import {
  createJsonBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import { offersView, outcomeView } from './offers-view.ts';
import type { ReportedOutcome } from './record-outcome.ts';
import type { OfferedCall, OfferOutcomeOnFile, OffersOnFile } from './rules/call-offers.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  offers: {
    findCall: (brandId: string, reference: string) => Promise<OfferedCall | null>;
    askAgain: (call: OfferedCall, anchors: readonly string[]) => Promise<OffersOnFile>;
    recordOutcome: (
      call: OfferedCall,
      outcome: ReportedOutcome,
    ) => Promise<{ outcome: OfferOutcomeOnFile; isNew: boolean }>;
    findProducts: (brandId: string, text: string) => Promise<ProductList['items']>;
  };
}

const limitBytes = 64 * 1024;
const offersShape = {
  members: { anchors: { elements: 'scalar', most: 1_000 } },
} as const;
const outcomeShape = objectOf(Object.keys(outcomeRequestSchema.shape));

/** The offers of a call: for its own rep, and for owners. */
export function createOffersRoutes({ requireDesk, offers }: Dependencies): Router {
  const router = Router();

  async function callOf(request: Request): Promise<OfferedCall> {
    const reference = publicId(String(request.params.reference), 'call');
    const call = foundOr404(await offers.findCall(requestBrand.of(request).id, reference), 'call');
    const { id, role } = requestUser.of(request);
    if (call.userId !== id && role !== 'owner') {
      throw new ServiceError({ code: 'forbidden', message: 'This is not a call of yours.' });
    }
    return call;
  }

  router
    .route('/:brand/calls/:reference/offers')
    .all(ofBrandInPath)
    .post(requireDesk, createJsonBody({ limitBytes, shape: offersShape }), async (request, response) => {
      const call = await callOf(request);
      const { anchors } = parseOrThrow(offersRequestSchema, jsonBody.of(request).value);
      response.json(offersView(await offers.askAgain(call, skusIn(anchors))));
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/calls/:reference/outcomes')
    .all(ofBrandInPath)
    .post(requireDesk, createJsonBody({ limitBytes, shape: outcomeShape }), async (request, response) => {
      const call = await callOf(request);
      const { outcome, isNew } = await offers.recordOutcome(call, readOutcome(jsonBody.of(request).value));
      response.json({ ...outcomeView(outcome), duplicate: !isNew } satisfies OfferOutcome & { duplicate: boolean });
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/desk/products')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const { q } = parseOrThrow(productQuerySchema, request.query, 'query');
      const items = await offers.findProducts(requestBrand.of(request).id, storableText(q));
      response.json({ items } satisfies ProductList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

function skusIn(anchors: readonly string[]): string[] {
  return [...new Set(anchors.map((sku) => normaliseSku(storableText(sku))).filter((sku) => sku !== ''))];
}

function readOutcome(body: unknown): ReportedOutcome {
  const { recommendation_id, sku, outcome, reason, qty, unit_price, outcome_id } = parseOrThrow(
    outcomeRequestSchema,
    body,
  );
  return {
    recommendationId: recommendation_id,
    sku: normaliseSku(storableText(sku)),
    outcome,
    reason: reason ? storableText(reason) : null,
    qty: qty ?? null,
    unitPrice: unit_price ?? null,
    outcomeId: outcome_id ? storableText(outcome_id) : null,
  };
}
