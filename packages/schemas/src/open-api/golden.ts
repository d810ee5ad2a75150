// The golden payloads, which the documents show as their examples.

import callEventBodies from '../golden/call-event-bodies.json' with { type: 'json' };
import callEventResponses from '../golden/call-event-responses.json' with { type: 'json' };
import companionMessages from '../golden/companion-messages.json' with { type: 'json' };
import deskBodies from '../golden/desk-bodies.json' with { type: 'json' };
import errors from '../golden/errors.json' with { type: 'json' };
import integrationAnswers from '../golden/integration-answers.json' with { type: 'json' };
import modelBodies from '../golden/model-bodies.json' with { type: 'json' };
import offerBodies from '../golden/offer-bodies.json' with { type: 'json' };
import ownerOrders from '../golden/owner-orders.json' with { type: 'json' };
import purchaseResponses from '../golden/purchase-responses.json' with { type: 'json' };
import purchaseVoidResponses from '../golden/purchase-void-responses.json' with { type: 'json' };
import recommendResponses from '../golden/recommend-responses.json' with { type: 'json' };
import recommenderBodies from '../golden/recommender-bodies.json' with { type: 'json' };
import recommenderHealth from '../golden/recommender-health.json' with { type: 'json' };
import repMessages from '../golden/rep-messages.json' with { type: 'json' };
import settingsBodies from '../golden/settings-bodies.json' with { type: 'json' };
import shopAnswers from '../golden/shop-answers.json' with { type: 'json' };
import signedInAnswers from '../golden/signed-in-answers.json' with { type: 'json' };
import validationErrors from '../golden/validation-errors.json' with { type: 'json' };
import type { OpenApiExample } from './document.ts';

type Payloads = Record<string, unknown>;
type Examples = Record<string, OpenApiExample>;

function examplesOf(payloads: Payloads): Examples {
  return Object.fromEntries(Object.entries(payloads).map(([title, value]) => [title, { summary: title, value }]));
}

function examplesByName<Name extends string>(golden: Record<Name, Payloads>): Record<Name, Examples> {
  const entries = Object.entries<Payloads>(golden).map(([name, payloads]) => [name, examplesOf(payloads)]);
  return Object.fromEntries(entries) as Record<Name, Examples>;
}

/** Some of many. */
function pick<Title extends string>(payloads: Record<Title, unknown>, ...titles: Title[]): Payloads {
  return Object.fromEntries(titles.map((title) => [title, payloads[title]]));
}

export { errors, validationErrors };
export const callEventExamples = examplesByName(callEventBodies);
export const requestExamples = examplesByName({
  ...recommenderBodies,
  ...offerBodies,
  ...settingsBodies,
  ...ownerOrders,
  ...deskBodies,
  ...modelBodies,
});
export const answerExamples = examplesByName(signedInAnswers);
export const repMessageExamples = examplesByName({
  ...repMessages,
  'call.state': pick(
    repMessages['call.state'],
    'one customer',
    'live call, the dialler records',
    'live call, nobody records',
  ),
  'call.event': pick(repMessages['call.event'], 'start of a call of a known customer', 'end that the service made'),
});
export const companionMessageExamples = examplesByName(companionMessages);
export const callEventResponseExamples = examplesOf(callEventResponses);
export const integrationExamples = examplesOf(integrationAnswers);
export const shopExamples = examplesOf(shopAnswers);
export const recommendExamples = examplesOf(recommendResponses);
export const purchaseExamples = examplesOf(purchaseResponses);
export const purchaseVoidExamples = examplesOf(purchaseVoidResponses);

const { 'The database is away, with the age of the data': away, ...serving } = recommenderHealth;
export const healthExamples = { serving: examplesOf(serving), notServing: examplesOf({ away }) };
