// Golden payloads are what the API reference shows, and from the first release on those of released versions: then add new ones, never
// change or remove them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  addedEndpointSchema,
  addedRuleSchema,
  agentAliasListSchema,
  agentAliasRequestSchema,
  agentAliasSchema,
  apiKeyListSchema,
  apiKeyReplacementSchema,
  apiKeyRequestSchema,
  apiKeySchema,
  auditLogSchema,
  brandChangeSchema,
  callDetailSchema,
  callEventBodySchemas,
  callEventResponseSchema,
  callNotesRequestSchema,
  callNotesSchema,
  callOffersSchema,
  chatDetailSchema,
  chatListSchema,
  companionAcknowledgementSchemas,
  companionClientEventSchemas,
  companionErrorSchema,
  companionRequestAnswerSchemas,
  companionServerEventSchemas,
  customerChoiceSchema,
  customerListSchema,
  customerMatchSchema,
  deskCallSchema,
  deskSchema,
  deskTranscriptSchema,
  embedTokenRequestSchema,
  embedTokenSchema,
  endpointDeliveriesSchema,
  endpointListSchema,
  endpointRequestSchema,
  erasureReportSchema,
  erasureRequestSchema,
  errorSchema,
  eventLogSchema,
  eventWaySchema,
  experimentsSchema,
  exportedCallSchema,
  firstStepsSchema,
  followUpListSchema,
  followUpRequestSchema,
  followUpSchema,
  importMessageSchema,
  integrationAddressRequestSchema,
  integrationAddressSchema,
  integrationAnswerSchema,
  integrationListSchema,
  integrationRequestSchema,
  integrationSchema,
  invitationSchema,
  invitedPersonSchema,
  issuedApiKeySchema,
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationRequestSchema,
  modelPublicationSchema,
  modelRollbackSchema,
  modelWorkSchema,
  objectionRequestSchema,
  offerPreviewRequestSchema,
  offerPreviewSchema,
  offersRequestSchema,
  outcomeRequestSchema,
  ownedBrandSchema,
  pausedCallsSchema,
  pauseEvidenceSchema,
  peopleSchema,
  personChangeSchema,
  personSchema,
  productListSchema,
  purchaseRequestSchema,
  purchaseResponseSchema,
  purchaseVoidRequestSchema,
  purchaseVoidResponseSchema,
  recommenderHealthSchema,
  recommenderOverviewSchema,
  recommendRequestSchema,
  recommendResponseSchema,
  recordedOutcomeSchema,
  refusedKeyListSchema,
  removedEndpointSchema,
  removedIntegrationSchema,
  removedRuleSchema,
  removedWordSchema,
  repClientEventSchemas,
  repServerEventSchemas,
  resendDeliveriesRequestSchema,
  resendRequestSchema,
  resentDeliveriesSchema,
  resentEventSchema,
  resultsSchema,
  ruleListSchema,
  ruleSchema,
  shopAnswerSchema,
  signedInSchema,
  teamViewSchema,
  testCallRequestSchema,
  testCallsSchema,
  titledPreviewSchema,
  trainingRequestSchema,
  transcriptPageSchema,
  unresolvedAgentsSchema,
  validationErrorSchema,
  whyNotSchema,
  wordListSchema,
  wordRequestSchema,
  wordSchema,
  wouldChangeSchema,
} from './index.ts';

type Schemas = Record<string, z.ZodType>;

const goldenFolder = join(import.meta.dirname, 'golden');
const payloadsSchema = z.record(z.string(), z.unknown());
const payloadsByNameSchema = z.record(z.string(), payloadsSchema);

const signedInAnswerSchemas: Schemas = {
  chats: chatListSchema,
  chat: chatDetailSchema,
  transcript: transcriptPageSchema,
  call: callDetailSchema,
  exportedCall: exportedCallSchema,
  events: eventLogSchema,
  pauseEvidence: pauseEvidenceSchema,
  pausedCalls: pausedCallsSchema,
  experiments: experimentsSchema,
  team: teamViewSchema,
  firstSteps: firstStepsSchema,
  results: resultsSchema,
  recommender: recommenderOverviewSchema,
  modelList: modelListSchema,
  modelEvaluation: modelEvaluationSchema,
  modelPublication: modelPublicationSchema,
  modelRollback: modelRollbackSchema,
  me: signedInSchema,
  issuedKey: issuedApiKeySchema,
  revokedKey: apiKeySchema,
  offers: callOffersSchema,
  recordedOutcome: recordedOutcomeSchema,
  withdrawnOutcome: recordedOutcomeSchema,
  products: productListSchema,
  whyNot: whyNotSchema,
  person: personSchema,
  invited: invitedPersonSchema,
  people: peopleSchema,
  brand: ownedBrandSchema,
  audit: auditLogSchema,
  replacement: issuedApiKeySchema,
  apiKeys: apiKeyListSchema,
  refusedKeys: refusedKeyListSchema,
  embedToken: embedTokenSchema,
  eventWay: eventWaySchema,
  resentEvent: resentEventSchema,
  wouldChange: wouldChangeSchema,
  testCalls: testCallsSchema,
  placedEvent: callEventResponseSchema,
  unresolvedAgents: unresolvedAgentsSchema,
  agentAliases: agentAliasListSchema,
  addedAlias: agentAliasSchema,
  removedAlias: agentAliasSchema,
  rules: ruleListSchema,
  addedRule: addedRuleSchema,
  removedRule: removedRuleSchema,
  desk: deskSchema,
  deskCall: deskCallSchema,
  deskTranscript: deskTranscriptSchema,
  callNotes: callNotesSchema,
  followUp: followUpSchema,
  followUps: followUpListSchema,
  pickedCustomer: customerMatchSchema,
  foundCustomers: customerListSchema,
  integrations: integrationListSchema,
  integration: integrationSchema,
  integrationAddress: integrationAddressSchema,
  removedIntegration: removedIntegrationSchema,
  endpoints: endpointListSchema,
  addedEndpoint: addedEndpointSchema,
  removedEndpoint: removedEndpointSchema,
  endpointDeliveries: endpointDeliveriesSchema,
  resentDeliveries: resentDeliveriesSchema,
  erasure: erasureReportSchema,
  modelWork: modelWorkSchema,
  offerPreview: offerPreviewSchema,
  titledPreview: titledPreviewSchema,
  words: wordListSchema,
  word: wordSchema,
  removedWord: removedWordSchema,
  importMessage: importMessageSchema,
};

const outputsByName: Record<string, Schemas> = {
  'signed-in-answers.json': signedInAnswerSchemas,
  'rep-messages.json': repServerEventSchemas,
  'companion-messages.json': companionServerEventSchemas,
  'companion-acknowledgements.json': companionAcknowledgementSchemas,
  'companion-request-answers.json': companionRequestAnswerSchemas,
};

const settingsBodySchemas: Schemas = {
  apiKeyRequest: apiKeyRequestSchema,
  apiKeyReplacement: apiKeyReplacementSchema,
  invitation: invitationSchema,
  personChange: personChangeSchema,
  brandChange: brandChangeSchema,
  embedTokenRequest: embedTokenRequestSchema,
  integration: integrationRequestSchema,
  integrationAddress: integrationAddressRequestSchema,
  endpoint: endpointRequestSchema,
  resendDeliveries: resendDeliveriesRequestSchema,
  erasure: erasureRequestSchema,
  word: wordRequestSchema,
};

const offerBodySchemas: Schemas = {
  offersRequest: offersRequestSchema,
  outcomeRequest: outcomeRequestSchema,
  objectionRequest: objectionRequestSchema,
  purchaseVoid: purchaseVoidRequestSchema,
};

const ownerOrderSchemas: Schemas = {
  resendRequest: resendRequestSchema,
  testCallRequest: testCallRequestSchema,
  agentAliasRequest: agentAliasRequestSchema,
  ruleOrder: ruleSchema,
};

const modelBodySchemas: Schemas = {
  modelPublication: modelPublicationRequestSchema,
  training: trainingRequestSchema,
};

const deskBodySchemas: Schemas = {
  callNotesRequest: callNotesRequestSchema,
  followUpRequest: followUpRequestSchema,
  customerChoice: customerChoiceSchema,
};

const recommenderBodySchemas: Schemas = {
  recommend: recommendRequestSchema,
  purchase: purchaseRequestSchema,
  preview: offerPreviewRequestSchema,
};

const outputs: Schemas = {
  'call-event-responses.json': callEventResponseSchema,
  'integration-answers.json': integrationAnswerSchema,
  'shop-answers.json': shopAnswerSchema,
  'recommend-responses.json': recommendResponseSchema,
  'purchase-responses.json': purchaseResponseSchema,
  'purchase-void-responses.json': purchaseVoidResponseSchema,
  'recommender-health.json': recommenderHealthSchema,
  'errors.json': errorSchema,
  'validation-errors.json': validationErrorSchema,
  'companion-errors.json': companionErrorSchema,
};

function readGolden(file: string): unknown {
  return JSON.parse(readFileSync(join(goldenFolder, file), 'utf8'));
}

function cases(file: string): [string, unknown][] {
  return Object.entries(payloadsSchema.parse(readGolden(file)));
}

function casesByName(
  file: string,
  schemas: Schemas,
): { name: string; title: string; schema: z.ZodType; payload: unknown }[] {
  const golden = payloadsByNameSchema.parse(readGolden(file));
  return Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(golden[name] ?? {}).map(([title, payload]) => ({ name, title, schema, payload })),
  );
}

describe('golden request bodies', () => {
  test.each(casesByName('call-event-bodies.json', callEventBodySchemas))(
    '$name accepts: $title',
    ({ schema, payload }) => {
      expect(schema.parse(payload)).toMatchObject({ agent_email: 'rep@northwind.example' });
    },
  );

  test.each(casesByName('recommender-bodies.json', recommenderBodySchemas))(
    '$name accepts: $title',
    ({ schema, payload }) => {
      expect(schema.parse(payload)).toMatchObject({ phone: expect.stringMatching(/^(4155550134|0000000000)$/) });
    },
  );
});

test.each(casesByName('companion-requests.json', companionClientEventSchemas))(
  '$name accepts: $title',
  ({ schema, payload }) => {
    expect(schema.safeParse(payload).error).toBeUndefined();
  },
);

test.each([
  ...casesByName('owner-orders.json', ownerOrderSchemas),
  ...casesByName('rep-requests.json', repClientEventSchemas),
])('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.safeParse(payload).error).toBeUndefined();
});

test.each([
  ...casesByName('settings-bodies.json', settingsBodySchemas),
  ...casesByName('desk-bodies.json', deskBodySchemas),
])('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.safeParse(payload).error).toBeUndefined();
});

test.each(casesByName('offer-bodies.json', offerBodySchemas))('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.parse(payload)).toMatchObject(Object(payload));
});

test.each(casesByName('model-bodies.json', modelBodySchemas))('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.parse(payload)).toEqual(payload);
});

describe('golden answers and errors', () => {
  test.each(
    Object.entries(outputs).flatMap(([file, schema]) =>
      cases(file).map(([title, payload]) => ({ file, title, schema, payload })),
    ),
  )('$file: $title is unchanged by parsing', ({ schema, payload }) => {
    expect(schema.parse(payload)).toEqual(payload);
  });
});

describe('golden socket messages and answers to signed-in users', () => {
  test.each(Object.entries(outputsByName).flatMap(([file, schemas]) => casesByName(file, schemas)))(
    '$name: $title is unchanged by parsing',
    ({ schema, payload }) => {
      expect(schema.parse(payload)).toEqual(payload);
    },
  );
});

const byName = {
  'call-event-bodies.json': callEventBodySchemas,
  'recommender-bodies.json': recommenderBodySchemas,
  'settings-bodies.json': settingsBodySchemas,
  'offer-bodies.json': offerBodySchemas,
  'model-bodies.json': modelBodySchemas,
  'desk-bodies.json': deskBodySchemas,
  'companion-requests.json': companionClientEventSchemas,
  'owner-orders.json': ownerOrderSchemas,
  'rep-requests.json': repClientEventSchemas,
  ...outputsByName,
};

test.each(Object.entries(byName))('%s has a payload for every name, and no unknown name', (file, schemas) => {
  const golden = payloadsByNameSchema.parse(readGolden(file));
  expect(Object.keys(golden).sort()).toEqual(Object.keys(schemas).sort());
  expect(Object.values(golden).every((payloads) => Object.keys(payloads).length > 0)).toBe(true);
});

test('every golden file is read', () => {
  const read = [...Object.keys(byName), ...Object.keys(outputs)];
  expect(readdirSync(goldenFolder).sort()).toEqual(read.sort());
});
