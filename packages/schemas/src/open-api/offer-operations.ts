import {
  callOffersSchema,
  offersRequestSchema,
  outcomeRequestSchema,
  productListSchema,
  productQuerySchema,
  recordedOutcomeSchema,
} from '../offers.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { offerAnswerExamples, offerBodyExamples } from './offer-examples.ts';
import { brand, errors, faults, invalidQuery, json, queryOf, signedIn, uuidInPath } from './signed-in.ts';

const ofCall = [brand, uuidInPath('reference', 'The public name of the call.')];
const invalidBody = {
  413: { $ref: '#/components/responses/BodyTooLarge' },
  422: { $ref: '#/components/responses/InvalidBody' },
};

/** The paths of offers during a call, below `/{brand}`. */
export const offerPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/calls/{reference}/offers': {
    post: {
      operationId: 'askForOffers',
      tags: ['Offers'],
      summary: 'Ask for the offers of a call again',
      description:
        "For the call's own rep and for owners, also after its end. `anchors` are products that the customer is buying now. The " +
        'answer goes to all tabs of the rep, too. `status: "unavailable"` when the recommender does not answer in time. 422 ' +
        'when the call has no number that the recommender takes, or the brand has no recommender. A token of the audience ' +
        '`tab` is accepted, too.',
      security: signedIn,
      parameters: ofCall,
      requestBody: {
        required: true,
        description: 'At most 64 KiB.',
        content: {
          'application/json': { schema: referenceTo(offersRequestSchema), examples: offerBodyExamples.offersRequest },
        },
      },
      responses: {
        200: json('The offers.', referenceTo(callOffersSchema), offerAnswerExamples.offers),
        ...errors,
        ...invalidBody,
        ...faults,
      },
    },
  },
  '/{brand}/calls/{reference}/outcomes': {
    post: {
      operationId: 'recordOutcome',
      tags: ['Offers'],
      summary: 'Record what became of an offer',
      description:
        "For the call's own rep and for owners, also after its end. A sale is sent to the recommender; while that is " +
        'unavailable, `reported` is false and the service sends it later. 422 for a product that was not offered in that ' +
        'recommendation. A sale after a decline of the same offer takes its place; a decline after a sale is refused with 409, ' +
        'which names the sale. A token of the audience `tab` is accepted, too.',
      security: signedIn,
      parameters: ofCall,
      requestBody: {
        required: true,
        description: 'At most 64 KiB.',
        content: {
          'application/json': { schema: referenceTo(outcomeRequestSchema), examples: offerBodyExamples.outcomeRequest },
        },
      },
      responses: {
        200: json('What is on file.', referenceTo(recordedOutcomeSchema), offerAnswerExamples.recordedOutcome),
        ...errors,
        409: { $ref: '#/components/responses/OfferSold' },
        ...invalidBody,
        ...faults,
      },
    },
  },
  '/{brand}/desk/products': {
    get: {
      operationId: 'findProducts',
      tags: ['Offers'],
      summary: 'Find products of the catalogue',
      description: 'For the page of the rep: products that the customer is buying now.',
      security: signedIn,
      parameters: [brand, ...queryOf(productQuerySchema)],
      responses: {
        200: json('The products.', referenceTo(productListSchema), offerAnswerExamples.products),
        ...errors,
        ...invalidQuery,
        ...faults,
      },
    },
  },
};
