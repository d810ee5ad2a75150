import { requestUser } from '@callside/auth';
import {
  maskCardNumbers,
  mostKnownSizes,
  normaliseSku,
  offersRequestSchema,
  outcomeRequestSchema,
  type ProductList,
  productQuerySchema,
  storableText,
} from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';
import type { OfferAsker } from './ask-for-offers.ts';
import type { CallOfferStore } from './call-offers.store.ts';
import { offeredCallOf } from './offered-call.ts';
import { offersView, recordedOutcomeView } from './offers-view.ts';
import { type OutcomeDependencies, type ReportedOutcome, recordOutcome, withdrawOutcome } from './record-outcome.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  store: Pick<CallOfferStore, 'findCall' | 'findProducts'>;
  asker: Pick<OfferAsker, 'askAgain'>;
  outcomes: OutcomeDependencies;
  countMasked: (masked: number) => void;
}

const limitBytes = 64 * 1024;
const offersShape = {
  members: { anchors: { elements: 'scalar', most: 1_000 }, known_sizes: { values: 'scalar', most: mostKnownSizes } },
} as const;
const outcomeShape = objectOf(Object.keys(outcomeRequestSchema.shape));

/** The offers of a call: for its own rep, and for owners. */
export function createOffersRoutes({ requireDesk, store, asker, outcomes, countMasked }: Dependencies): Router {
  const router = Router();

  const callOf = (request: Request) => offeredCallOf(request, store);

  router
    .route('/:brand/calls/:reference/offers')
    .all(ofBrandInPath)
    .post(requireDesk, createJsonBody({ limitBytes, shape: offersShape }), async (request, response) => {
      const call = await callOf(request);
      const { anchors, known_sizes } = parseOrThrow(offersRequestSchema, jsonBody.of(request).value);
      response.json(offersView(await asker.askAgain(call, skusIn(anchors), known_sizes)));
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/calls/:reference/outcomes')
    .all(ofBrandInPath)
    .post(requireDesk, createJsonBody({ limitBytes, shape: outcomeShape }), async (request, response) => {
      const call = await callOf(request);
      const { masked, ...outcome } = readOutcome(jsonBody.of(request).value);
      const userId = requestUser.of(request).id;
      const recorded = await recordOutcome(call, { ...outcome, userId }, outcomes);
      countMasked(masked);
      response.json(recordedOutcomeView(recorded));
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/calls/:reference/outcomes/:outcome_id')
    .all(ofBrandInPath)
    .delete(requireDesk, async (request, response) => {
      const call = await callOf(request);
      const outcomeId = storableText(String(request.params.outcome_id));
      const withdrawn = await withdrawOutcome(call, { outcomeId, userId: requestUser.of(request).id }, outcomes);
      response.json(recordedOutcomeView(foundOr404(withdrawn, 'outcome')));
    })
    .all(methodNotAllowed('DELETE'));

  router
    .route('/:brand/desk/products')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const { q } = parseOrThrow(productQuerySchema, request.query, 'query');
      const items = await store.findProducts(requestBrand.of(request).id, storableText(q));
      response.json({ items } satisfies ProductList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

function skusIn(anchors: readonly string[]): string[] {
  return [...new Set(anchors.map((sku) => normaliseSku(storableText(sku))).filter((sku) => sku !== ''))];
}

function readOutcome(body: unknown): Omit<ReportedOutcome, 'userId'> & { masked: number } {
  const { recommendation_id, sku, outcome, reason, qty, unit_price, outcome_id, replaces } = parseOrThrow(
    outcomeRequestSchema,
    body,
  );
  const { text, masked } = maskCardNumbers(reason ? storableText(reason) : '');
  return {
    masked,
    recommendationId: recommendation_id,
    sku: normaliseSku(storableText(sku)),
    outcome,
    reason: text || null,
    qty: qty ?? null,
    unitPrice: unit_price ?? null,
    outcomeId: outcome_id ? storableText(outcome_id) : null,
    replaces: replaces ? storableText(replaces) : null,
  };
}
