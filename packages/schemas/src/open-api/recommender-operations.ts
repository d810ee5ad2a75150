import { offerPreviewRequestSchema, offerPreviewSchema } from '../offer-preview.ts';
import {
  purchaseRequestSchema,
  purchaseResponseSchema,
  purchaseVoidRequestSchema,
  purchaseVoidResponseSchema,
} from '../purchase.ts';
import { recommendRequestSchema, recommendResponseSchema } from '../recommend.ts';
import {
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationRequestSchema,
  modelPublicationSchema,
  modelRollbackSchema,
  modelWorkSchema,
  trainingRequestSchema,
} from '../recommender-models.ts';
import { whyNotSchema } from '../why-not.ts';
import type { JsonSchema, OpenApiExample, OpenApiOperation, OpenApiPathItem, Reference } from './document.ts';
import {
  answerExamples,
  purchaseExamples,
  purchaseVoidExamples,
  recommendExamples,
  requestExamples,
} from './golden.ts';
import { json, jsonBody, keyErrors, notFound, responses, textInPath } from './operation-parts.ts';
import { referenceTo } from './recommender-components.ts';

const bodyLimits = 'At most 1 MiB. Any content type is read as JSON; members that are not listed are ignored.';

const recommend: OpenApiOperation = {
  operationId: 'recommend',
  tags: ['Offers'],
  summary: 'Which offers to make',
  description:
    'Ranked offers for one customer in a live conversation.\n\n' +
    '- Anchors (`purchased_skus`) are not offered again; what is in the history may be.\n' +
    '- Sized categories (rings, bracelets and bangles, unless the operator says otherwise) are offered in the sizes ' +
    'that the customer bought in that category. Without such a purchase there is no offer from it, by design.\n' +
    '- With `check_stock` only items in stock are offered.\n' +
    '- The orders on file are those of the customer with the code `customer_id`, else those of all customers with the number.\n' +
    '- With `customer_order_history` nothing is looked up: it answers faster, and `customer_found` is null.',
  security: [{ apiKey: [] }],
  requestBody: jsonBody(
    `${bodyLimits} At most 1,000 SKUs and 10,000 order lines.`,
    referenceTo(recommendRequestSchema),
    requestExamples.recommend,
  ),
  responses: {
    200: json(
      'The offers, best first. They are on file under `recommendation_id`.',
      referenceTo(recommendResponseSchema),
      recommendExamples,
    ),
    ...keyErrors,
  },
};

const purchase: OpenApiOperation = {
  operationId: 'recordPurchase',
  tags: ['Offers'],
  summary: 'A recommendation converted',
  description:
    'Says what the customer bought. Both lists are united; SKUs that had not been offered are kept and never count. ' +
    'Neither list is required: a confirmation without any says that nothing was bought.\n\n' +
    'An `order_line_id` makes retries safe: a line that is on file is neither stored nor counted again. A confirmation ' +
    'with nothing new answers `recorded: false` and otherwise as before. A line that was sent without a `unit_price` ' +
    'is completed, once, by one that has it. Without ids, SKUs alone that were confirmed before for the same ' +
    'recommendation count as a repetition, and a line always counts as new.\n\n' +
    'A line whose id is on file for another SKU, customer or recommendation is named in `conflicts`: its SKU matches ' +
    'when it was offered, and its economics do not count. Any other line of a void purchase is named there, too, and counts for ' +
    'nothing: a confirmation that is sent again does not undo the void, and a correction has ids of its own.\n\n' +
    '`matched_revenue` is exact decimal arithmetic over the matched lines of the request, those on file included.',
  security: [{ apiKey: [] }],
  requestBody: jsonBody(
    `${bodyLimits} At most 10,000 SKUs and 10,000 lines.`,
    referenceTo(purchaseRequestSchema),
    requestExamples.purchase,
  ),
  responses: {
    200: json(
      'The confirmation is durably recorded, or was before.',
      referenceTo(purchaseResponseSchema),
      purchaseExamples,
    ),
    ...keyErrors,
    ...notFound,
  },
};

const voidPurchase: OpenApiOperation = {
  operationId: 'voidPurchase',
  tags: ['Offers'],
  summary: 'A purchase was recorded by mistake',
  description:
    'The purchase stays on file and counts nowhere any more: not as a conversion, not in the revenue of the results, and not in what ' +
    'models learn. What another purchase of the recommendation confirmed stays sold. A second time changes nothing: ' +
    '`recorded: false`. A return is not a void: import it with `callside returns import`.',
  security: [{ apiKey: [] }],
  parameters: [textInPath('purchase_id', 'As answered by POST /purchase.')],
  requestBody: {
    ...jsonBody(
      `${bodyLimits} It may be absent.`,
      referenceTo(purchaseVoidRequestSchema),
      requestExamples.purchaseVoid,
    ),
    required: false,
  },
  responses: {
    200: json('The purchase is void, or was before.', referenceTo(purchaseVoidResponseSchema), purchaseVoidExamples),
    ...keyErrors,
    ...notFound,
  },
};

const explainWhyNot: OpenApiOperation = {
  operationId: 'explainWhyNot',
  tags: ['Offers'],
  summary: 'Why a product is not among the offers of a recommendation',
  description:
    'Computed again from the record of the recommendation: the customer, the day and the model as they were, on the catalogue, stock, ' +
    'orders and rules of now. The texts say where that differs.',
  security: [{ apiKey: [] }],
  parameters: [
    textInPath('recommendation_id', 'As answered by POST /recommend.'),
    textInPath('sku', 'Of the product, percent-encoded.'),
  ],
  responses: {
    200: json('The reasons.', referenceTo(whyNotSchema), answerExamples.whyNot),
    ...responses({
      400: 'BadRequest',
      401: 'Unauthorized',
      404: 'NotFound',
      405: 'MethodNotAllowed',
      429: 'TooManyRequests',
      500: 'InternalError',
      503: 'Unavailable',
    }),
  },
};

const version = textInPath('version', 'As listed.');

interface ModelTexts extends Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'> {
  schema: JsonSchema | Reference;
  examples: Record<string, OpenApiExample>;
  others?: Partial<OpenApiOperation>;
}

/** An operation of owners. */
function ofModels({ schema, examples, others = {}, ...texts }: ModelTexts): OpenApiOperation {
  return {
    ...texts,
    tags: ['Models'],
    security: [{ sessionToken: [] }],
    ...others,
    responses: {
      200: json('Done.', schema, examples),
      ...responses({ 401: 'NotSignedIn', 403: 'NotAllowed', 404: 'NoModel', 500: 'InternalError', 503: 'Unavailable' }),
      ...(texts.operationId !== 'listModels' && responses({ 422: 'ModelProblem' })),
    },
  };
}

/** All paths below /admin/models. */
const modelPaths: Record<string, OpenApiPathItem> = {
  '/admin/models': {
    get: ofModels({
      operationId: 'listModels',
      summary: 'The models of the brand',
      description: 'The stored models, newest first, the one that serves, and what a rollback would put into service.',
      schema: referenceTo(modelListSchema),
      examples: answerExamples.modelList,
    }),
  },
  '/admin/models/train': {
    post: ofModels({
      operationId: 'trainModel',
      summary: 'Train a model, or join the training that runs',
      description:
        'Answered at once: `work` of the list has the progress and the end. The model serves once it is published. 503 while a model is ' +
        'measured. The owner is on record.',
      schema: referenceTo(modelWorkSchema),
      examples: answerExamples.modelWork,
      others: {
        requestBody: jsonBody('At most 16 KiB.', referenceTo(trainingRequestSchema), requestExamples.training),
      },
    }),
  },
  '/admin/models/{version}/evaluate': {
    post: ofModels({
      operationId: 'evaluateModel',
      summary: 'Measure a model',
      description:
        'On the latest purchases, in comparison with the model in service and with no model. It takes seconds to minutes; ' +
        'one model is measured at a time (503).',
      schema: referenceTo(modelEvaluationSchema),
      examples: answerExamples.modelEvaluation,
      others: { parameters: [version] },
    }),
  },
  '/admin/models/{version}/publish': {
    post: ofModels({
      operationId: 'publishModel',
      summary: 'Put a model into service',
      description:
        'Measures it first. A model that is shown to rank worse than the one in service, by 95 % intervals, ' +
        'is not published (`published: false`) unless `force` is true. The service follows within seconds. The owner is on record.',
      schema: referenceTo(modelPublicationSchema),
      examples: answerExamples.modelPublication,
      others: {
        parameters: [version],
        requestBody: jsonBody(
          'At most 16 KiB.',
          referenceTo(modelPublicationRequestSchema),
          requestExamples.modelPublication,
        ),
      },
    }),
  },
  '/admin/models/rollback': {
    post: ofModels({
      operationId: 'rollBackModel',
      summary: 'Put the model before into service',
      description: 'The one that was published before; at last the bundled one. 422 when nothing is published.',
      schema: referenceTo(modelRollbackSchema),
      examples: answerExamples.modelRollback,
    }),
  },
};

const preview: OpenApiOperation = {
  ...ofModels({
    operationId: 'previewOffers',
    summary: 'What a caller would be offered',
    description:
      'The answer of POST /recommend to this body, with or without the merchandising rules. Nothing is recorded, and no offer is tried out ' +
      '(exploration).',
    schema: referenceTo(offerPreviewSchema),
    examples: answerExamples.offerPreview,
    others: {
      requestBody: jsonBody('At most 16 KiB.', referenceTo(offerPreviewRequestSchema), requestExamples.preview),
    },
  }),
  tags: ['Offers'],
};

export const recommenderPaths: Record<string, OpenApiPathItem> = {
  '/recommend': { post: recommend },
  '/recommendations/{recommendation_id}/why-not/{sku}': { get: explainWhyNot },
  '/purchase': { post: purchase },
  '/purchase/{purchase_id}/void': { post: voidPurchase },
  '/admin/preview': { post: preview },
  ...modelPaths,
};
