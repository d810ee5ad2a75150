import type { PurchaseVoidResponse } from '@callside/schemas';
import { createJsonBody, isUuid, jsonBody, logFields, methodNotAllowed, ServiceError } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { limitBytes } from '../body-limit.ts';
import type { VoidRequest } from './purchase.ts';
import type { PurchaseMetrics } from './purchase-metrics.ts';
import { parsePurchaseRequest, parseVoidRequest, purchaseShape, voidShape } from './purchase-request.ts';
import type { PurchaseRecorder } from './record-purchase.ts';

interface Dependencies {
  requireKey: RequestHandler;
  recorder: Pick<PurchaseRecorder, 'record'>;
  storeVoid: (request: VoidRequest) => Promise<PurchaseVoidResponse | null>;
  metrics: Pick<PurchaseMetrics, 'countVoid'>;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
}

/** Checks JSON, key and fields in this order, then whether the recommendation or purchase exists. */
export function createPurchaseRoutes({ requireKey, recorder, storeVoid, metrics, country }: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes, shape: purchaseShape });
  router.post('/purchase', readJson, requireKey, async (request, response) => {
    const answer = await recorder.record(parsePurchaseRequest(jsonBody.of(request).value, country()));
    if (answer === null) throw new ServiceError({ code: 'not_found', message: 'There is no such recommendation.' });
    const fields = logFields.of(request);
    fields.purchase_id = answer.purchase_id;
    fields.converted = answer.converted;
    fields.recorded = answer.recorded;
    fields.conflicts = answer.conflicts?.length;
    response.json(answer);
  });
  router.all('/purchase', methodNotAllowed('POST'));

  const readVoid = createJsonBody({ limitBytes, shape: voidShape, mayBeEmpty: true });
  router.post('/purchase/:purchase_id/void', readVoid, requireKey, async (request, response) => {
    const said = parseVoidRequest(jsonBody.of(request).value);
    const purchaseId = String(request.params.purchase_id);
    const answer = isUuid(purchaseId) ? await storeVoid({ purchaseId, ...said }) : null;
    metrics.countVoid(answer);
    if (answer === null) throw new ServiceError({ code: 'not_found', message: 'There is no such purchase.' });
    const fields = logFields.of(request);
    fields.purchase_id = answer.purchase_id;
    fields.recorded = answer.recorded;
    response.json(answer);
  });
  router.all('/purchase/:purchase_id/void', methodNotAllowed('POST'));
  return router;
}
