import type { PurchaseResponse } from '@callside/schemas';
import { createJsonBody, jsonBody, logFields, methodNotAllowed, ServiceError } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { PurchaseOutcome } from '../use-cases/purchase.ts';
import type { PurchaseRecorder } from '../use-cases/record-purchase.ts';
import { limitBytes } from './body-limit.ts';
import { parsePurchaseRequest, purchaseShape } from './purchase-request.ts';

interface Dependencies {
  requireKey: RequestHandler;
  recorder: Pick<PurchaseRecorder, 'record'>;
}

/** Checks JSON, key and fields in this order, then whether the recommendation exists. */
export function createPurchaseRoutes({ requireKey, recorder }: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes, shape: purchaseShape });
  router.post('/purchase', readJson, requireKey, async (request, response) => {
    const { value: body } = jsonBody.of(request);
    const fields = logFields.of(request);
    const confirmation = parsePurchaseRequest(body);
    const outcome = await recorder.record(confirmation);
    if (outcome === null) throw new ServiceError({ code: 'not_found', message: 'There is no such recommendation.' });
    const answer = toResponse(outcome, confirmation.recommendationId);
    fields.purchase_id = answer.purchase_id;
    fields.converted = answer.converted;
    fields.recorded = answer.recorded;
    fields.conflicts = outcome.conflicts.length;
    response.json(answer);
  });
  router.all('/purchase', methodNotAllowed('POST'));
  return router;
}

function toResponse(outcome: PurchaseOutcome, recommendationId: string): PurchaseResponse {
  return {
    purchase_id: outcome.purchaseId,
    recommendation_id: recommendationId,
    matched_skus: [...outcome.matchedSkus],
    converted: outcome.converted,
    recorded: outcome.recorded,
    matched_revenue: outcome.matchedRevenue === null ? null : Number(outcome.matchedRevenue),
    conflicts: outcome.conflicts.map(({ orderLineId, reason }) => ({ order_line_id: orderLineId, reason })),
  };
}
