import {
  addedEndpointSchema,
  endpointDeliveriesSchema,
  endpointListSchema,
  endpointRequestSchema,
  removedEndpointSchema,
  resendDeliveriesRequestSchema,
  resentDeliveriesSchema,
} from '../endpoints.ts';
import { erasureReportSchema, erasureRequestSchema } from '../erasure.ts';
import { importMessageSchema, importQuerySchema, mostImportBytes } from '../imports.ts';
import {
  integrationAddressRequestSchema,
  integrationAddressSchema,
  integrationListSchema,
  integrationRequestSchema,
  integrationSchema,
  removedIntegrationSchema,
} from '../integrations.ts';
import { modelWorkSchema, trainingRequestSchema } from '../recommender-models.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses, textInPath } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { declared, queryOf } from './signed-in.ts';

const settings = { tag: 'Settings' };
const platform = textInPath('platform', 'As listed.');
const endpoint = textInPath('id', 'As listed.');

/** What owners do beside the settings, as operators do it with the command line. */
export const administrationPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/settings/integrations': {
    get: read({
      ...settings,
      operationId: 'listIntegrations',
      summary: 'The platforms that are set, and what they sent last',
      description: 'Owners only. Never a secret, and no value of a payload.',
      answer: json('The list.', referenceTo(integrationListSchema), answerExamples.integrations),
    }),
  },
  '/{brand}/settings/integrations/{platform}': {
    put: write({
      ...settings,
      operationId: 'setIntegration',
      summary: 'Take the payloads of a platform',
      description:
        'Owners only. Within a second. 422: a platform that signs needs its secret, and any other one has none.',
      parameters: [platform],
      body: jsonBody(declared, referenceTo(integrationRequestSchema), requestExamples.integration),
      answer: json('The platform.', referenceTo(integrationSchema), answerExamples.integration),
    }),
    delete: read({
      ...settings,
      operationId: 'removeIntegration',
      summary: 'Refuse the payloads of a platform',
      description: 'Owners only. Within a second. Its secret is deleted.',
      parameters: [platform],
      answer: json('Its name.', referenceTo(removedIntegrationSchema), answerExamples.removedIntegration),
    }),
  },
  '/{brand}/settings/integrations/{platform}/address': {
    post: write({
      ...settings,
      operationId: 'makeIntegrationAddress',
      summary: 'The address for the calls of one agent',
      description: 'Owners only. 409: the stored secret was encrypted with another SECRETS_KEY.',
      parameters: [platform],
      body: jsonBody(declared, referenceTo(integrationAddressRequestSchema), requestExamples.integrationAddress),
      answer: json('The address.', referenceTo(integrationAddressSchema), answerExamples.integrationAddress),
      refusals: responses({ 409: 'Conflict' }),
    }),
  },
  '/{brand}/settings/endpoints': {
    get: read({
      ...settings,
      operationId: 'listEndpoints',
      summary: 'The endpoints that get events of the brand',
      description: 'Owners only. Never a secret.',
      answer: json('The list.', referenceTo(endpointListSchema), answerExamples.endpoints),
    }),
    post: write({
      ...settings,
      operationId: 'addEndpoint',
      summary: 'Send events from now on to an address',
      description:
        'Owners only. 422: not `https://`, or a private host, unless the operator permits them. 409: the brand has 20 endpoints. `docs/endpoints.md` has the form of deliveries.',
      body: jsonBody(declared, referenceTo(endpointRequestSchema), requestExamples.endpoint),
      status: 201,
      answer: json('The endpoint, with its secret.', referenceTo(addedEndpointSchema), answerExamples.addedEndpoint),
    }),
  },
  '/{brand}/settings/endpoints/{id}': {
    delete: read({
      ...settings,
      operationId: 'removeEndpoint',
      summary: 'Send nothing more to an endpoint',
      description: 'Owners only. Its secret and its log are deleted.',
      parameters: [endpoint],
      answer: json('Its id.', referenceTo(removedEndpointSchema), answerExamples.removedEndpoint),
    }),
  },
  '/{brand}/settings/endpoints/{id}/deliveries': {
    get: read({
      ...settings,
      operationId: 'listEndpointDeliveries',
      summary: 'The log of an endpoint',
      description: 'Owners only. Without the content of deliveries.',
      parameters: [endpoint],
      answer: json('The log.', referenceTo(endpointDeliveriesSchema), answerExamples.endpointDeliveries),
    }),
  },
  '/{brand}/settings/endpoints/{id}/resend': {
    post: write({
      ...settings,
      operationId: 'resendDeliveries',
      summary: 'Send again, and switch an endpoint that is off on again',
      description: 'Owners only. Each keeps its id.',
      parameters: [endpoint],
      body: jsonBody(declared, referenceTo(resendDeliveriesRequestSchema), requestExamples.resendDeliveries),
      answer: json('How many.', referenceTo(resentDeliveriesSchema), answerExamples.resentDeliveries),
    }),
  },
  '/{brand}/settings/customers/erase': {
    post: write({
      ...settings,
      operationId: 'eraseCustomer',
      summary: 'Delete everything of a customer',
      description:
        'Owners only. With `dry_run` only the counts. It reads the whole event log, which may take minutes. 409: several customers share ' +
        'the number, and `all` is not true.',
      body: jsonBody(declared, referenceTo(erasureRequestSchema), requestExamples.erasure),
      answer: json('The counts.', referenceTo(erasureReportSchema), answerExamples.erasure),
      refusals: responses({ 409: 'Conflict' }),
    }),
  },
  '/{brand}/recommender/models/train': {
    post: write({
      ...settings,
      operationId: 'trainModel',
      summary: 'Train a model, or join the training that runs',
      description:
        'Owners only. Answered at once; `recommender.models.work` of `/{brand}/recommender` has the progress and the end. 503 while a model is ' +
        'measured. The owner is on record.',
      body: jsonBody(`At most 16 KiB. ${declared}`, referenceTo(trainingRequestSchema), requestExamples.training),
      answer: json('What runs.', referenceTo(modelWorkSchema), answerExamples.modelWork),
    }),
  },
  '/{brand}/recommender/imports/{kind}': {
    put: {
      ...read({
        ...settings,
        operationId: 'importFile',
        summary: 'Import a file with products, stock levels, orders or returns',
        description:
          'Owners only. The body is the file, as it is or with `Content-Encoding: gzip`. The answer is lines of JSON: the progress, and at the ' +
          'end a `report` or why it `failed`. An answer that ends without either was cut off: what was written stays. 409: another file is ' +
          'being imported.',
        parameters: [textInPath('kind', '`catalogue`, `stock`, `orders` or `returns`.'), ...queryOf(importQuerySchema)],
        answer: {
          description: 'A line for each message.',
          content: {
            'application/x-ndjson': {
              schema: referenceTo(importMessageSchema),
              examples: answerExamples.importMessage,
            },
          },
        },
        refusals: responses({ 409: 'Conflict', 413: 'BodyTooLarge', 422: 'InvalidQuery' }),
      }),
      requestBody: {
        required: true,
        description: `At most ${mostImportBytes / 1024 ** 2} MiB, decompressed.`,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
};
