import { objectionRequestSchema, objectionSchema } from '../objections.ts';
import {
  callOffersSchema,
  offersRequestSchema,
  outcomeRequestSchema,
  productListSchema,
  productQuerySchema,
  recordedOutcomeSchema,
} from '../offers.ts';
import { whyNotQuerySchema, whyNotSchema } from '../why-not.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses, textInPath } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { invalidQuery, queryOf, uuidInPath } from './signed-in.ts';

const offers = { tag: 'Offers' };
const parameters = [uuidInPath('reference', 'The public name of the call.')];

/** The paths of offers during a call, below `/{brand}`. */
export const offerPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/calls/{reference}/offers': {
    post: write({
      ...offers,
      operationId: 'askForOffers',
      summary: 'Ask for the offers of a call again',
      description:
        "For the call's own rep and for owners, also after its end. `anchors` are products that the customer is buying now. The " +
        'answer goes to all tabs of the rep, too. `status: "unavailable"` when the recommender does not answer in time. 422 ' +
        'when the brand has no recommender. A token of the audience `tab` is accepted, too.',
      parameters,
      body: jsonBody('At most 64 KiB.', referenceTo(offersRequestSchema), requestExamples.offersRequest),
      answer: json('The offers.', referenceTo(callOffersSchema), answerExamples.offers),
    }),
  },
  '/{brand}/calls/{reference}/outcomes': {
    post: write({
      ...offers,
      operationId: 'recordOutcome',
      summary: 'Record what became of an offer',
      description:
        "For the call's own rep and for owners, also after its end. A sale is sent to the recommender; while that is " +
        'unavailable, `reported` is false and the service sends it later. 422 for a product that was not offered in that ' +
        'recommendation. A sale after a decline of the same offer takes its place; a decline after a sale is refused with 409, ' +
        'which names the sale.\n\n' +
        'With `replaces` it corrects an earlier outcome of the call, of any offer: that one stays on file and counts nowhere any more, ' +
        'also not at the recommender. 409 once the rep has stored the result of the call, or when the earlier one was replaced or ' +
        'withdrawn already. A token of the audience `tab` is accepted, too.',
      parameters,
      body: jsonBody('At most 64 KiB.', referenceTo(outcomeRequestSchema), requestExamples.outcomeRequest),
      answer: json('What is on file.', referenceTo(recordedOutcomeSchema), answerExamples.recordedOutcome),
      refusals: responses({ 409: 'OfferSold' }),
    }),
  },
  '/{brand}/calls/{reference}/outcomes/{outcome_id}': {
    delete: read({
      ...offers,
      operationId: 'withdrawOutcome',
      summary: 'Withdraw what was recorded of an offer',
      description:
        "For the call's own rep and for owners, for a minute after it was recorded; 409 later, or when it was replaced. It stays on " +
        'file and counts nowhere any more; the void of a sale is sent to the recommender until it accepts it. A second time changes ' +
        'nothing. A token of the audience `tab` is accepted, too.',
      parameters: [...parameters, textInPath('outcome_id', 'Percent-encoded.')],
      answer: json('What is on file.', referenceTo(recordedOutcomeSchema), answerExamples.withdrawnOutcome),
      refusals: responses({ 409: 'OutcomeChanged' }),
    }),
  },
  '/{brand}/calls/{reference}/why-not': {
    get: read({
      ...offers,
      operationId: 'askWhyNot',
      summary: 'Why a product is not among the offers of a call',
      description:
        "For the call's own rep and for owners: what the recommender answers. 404 also when it made no such recommendation for the call; " +
        '503 when it does not answer. A token of the audience `tab` is accepted, too.',
      parameters: [...parameters, ...queryOf(whyNotQuerySchema)],
      answer: json('The reasons.', referenceTo(whyNotSchema), answerExamples.whyNot),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/calls/{reference}/objection': {
    get: read({
      ...offers,
      operationId: 'readObjection',
      summary: 'Whether the customer of a call wants offers',
      description:
        "For the call's own rep and for owners. A customer who objects, or whose number does, gets no offers on any channel. A token of " +
        'the audience `tab` is accepted, too.',
      parameters,
      answer: json('What is on file.', referenceTo(objectionSchema), requestExamples.objectionRequest),
    }),
    post: write({
      ...offers,
      operationId: 'changeObjection',
      summary: 'Record that the customer of a call wants no offers, or takes that back',
      description:
        "For the call's own rep and for owners, also after its end. It is about the customer whom the page shows and about the number of " +
        'the call, which need not belong to a customer; in force within five seconds. 422 when neither is known. A token of the audience ' +
        '`tab` is accepted, too.',
      parameters,
      body: jsonBody('At most 1 KiB.', referenceTo(objectionRequestSchema), requestExamples.objectionRequest),
      answer: json('What is on file.', referenceTo(objectionSchema), requestExamples.objectionRequest),
    }),
  },
  '/{brand}/desk/products': {
    get: read({
      ...offers,
      operationId: 'findProducts',
      summary: 'Find products of the catalogue',
      description:
        'For the page of the rep: products that the customer is buying now. A token of the audience `tab` is accepted, too.',
      parameters: queryOf(productQuerySchema),
      answer: json('The products.', referenceTo(productListSchema), answerExamples.products),
      refusals: invalidQuery,
    }),
  },
};
