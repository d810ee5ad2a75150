import { purchaseRequestSchema, purchaseResponseSchema } from '../purchase.ts';
import { recommendRequestSchema, recommendResponseSchema } from '../recommend.ts';
import {
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationRequestSchema,
  modelPublicationSchema,
  modelRollbackSchema,
} from '../recommender-models.ts';
import type {
  JsonSchema,
  OpenApiExample,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
  Reference,
} from './document.ts';
import { modelBodyExamples, modelExamples } from './model-examples.ts';
import { referenceTo } from './recommender-components.ts';
import {
  purchaseBodyExamples,
  purchaseResponseExamples,
  recommendBodyExamples,
  recommendResponseExamples,
} from './recommender-examples.ts';

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
    '- With `customer_order_history` nothing is looked up: it answers faster, and `customer_found` is null.',
  security: [{ apiKey: [] }],
  requestBody: {
    required: true,
    description: `${bodyLimits} At most 1,000 SKUs and 10,000 order lines.`,
    content: {
      'application/json': { schema: referenceTo(recommendRequestSchema), examples: recommendBodyExamples },
    },
  },
  responses: {
    200: {
      description: 'The offers, best first. They are on file under `recommendation_id`.',
      content: {
        'application/json': { schema: referenceTo(recommendResponseSchema), examples: recommendResponseExamples },
      },
    },
    400: { $ref: '#/components/responses/BadRequest' },
    401: { $ref: '#/components/responses/Unauthorized' },
    405: { $ref: '#/components/responses/MethodNotAllowed' },
    413: { $ref: '#/components/responses/BodyTooLarge' },
    422: { $ref: '#/components/responses/Invalid' },
    429: { $ref: '#/components/responses/TooManyRequests' },
    500: { $ref: '#/components/responses/InternalError' },
    503: { $ref: '#/components/responses/Unavailable' },
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
    'when it was offered, and its economics do not count.\n\n' +
    '`matched_revenue` is exact decimal arithmetic over the matched lines of the request, those on file included.',
  security: [{ apiKey: [] }],
  requestBody: {
    required: true,
    description: `${bodyLimits} At most 10,000 SKUs and 10,000 lines.`,
    content: {
      'application/json': { schema: referenceTo(purchaseRequestSchema), examples: purchaseBodyExamples },
    },
  },
  responses: {
    200: {
      description: 'The confirmation is durably recorded, or was before.',
      content: {
        'application/json': { schema: referenceTo(purchaseResponseSchema), examples: purchaseResponseExamples },
      },
    },
    400: { $ref: '#/components/responses/BadRequest' },
    401: { $ref: '#/components/responses/Unauthorized' },
    404: { $ref: '#/components/responses/NotFound' },
    405: { $ref: '#/components/responses/MethodNotAllowed' },
    413: { $ref: '#/components/responses/BodyTooLarge' },
    422: { $ref: '#/components/responses/Invalid' },
    429: { $ref: '#/components/responses/TooManyRequests' },
    500: { $ref: '#/components/responses/InternalError' },
    503: { $ref: '#/components/responses/Unavailable' },
  },
};

const version: OpenApiParameter = {
  name: 'version',
  in: 'path',
  required: true,
  description: 'As listed.',
  schema: { type: 'string' },
};

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
      200: { description: 'Done.', content: { 'application/json': { schema, examples } } },
      401: { $ref: '#/components/responses/NotSignedIn' },
      403: { $ref: '#/components/responses/NotAllowed' },
      404: { $ref: '#/components/responses/NoModel' },
      ...(texts.operationId !== 'listModels' && { 422: { $ref: '#/components/responses/ModelProblem' } }),
      500: { $ref: '#/components/responses/InternalError' },
      503: { $ref: '#/components/responses/Unavailable' },
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
      examples: modelExamples.list,
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
      examples: modelExamples.evaluation,
      others: { parameters: [version] },
    }),
  },
  '/admin/models/{version}/publish': {
    post: ofModels({
      operationId: 'publishModel',
      summary: 'Put a model into service',
      description:
        'Measures it first. A model that may rank more than 1 % worse than the one in service, by the 95 % interval of each ' +
        'kind of purchase, or that ranks worse than no model, is not published (`published: false`) unless `force` is true. The service follows within seconds. The owner is on record.',
      schema: referenceTo(modelPublicationSchema),
      examples: modelExamples.publication,
      others: {
        parameters: [version],
        requestBody: {
          required: true,
          description: 'At most 16 KiB.',
          content: {
            'application/json': { schema: referenceTo(modelPublicationRequestSchema), examples: modelBodyExamples },
          },
        },
      },
    }),
  },
  '/admin/models/rollback': {
    post: ofModels({
      operationId: 'rollBackModel',
      summary: 'Put the model before into service',
      description: 'The one that was published before; at last the bundled one. 422 when nothing is published.',
      schema: referenceTo(modelRollbackSchema),
      examples: modelExamples.rollback,
    }),
  },
};

export const recommenderPaths: Record<string, OpenApiPathItem> = {
  '/recommend': { post: recommend },
  '/purchase': { post: purchase },
  ...modelPaths,
};
