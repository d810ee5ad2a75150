import { agentAliasListSchema, agentAliasRequestSchema, agentAliasSchema, unresolvedAgentsSchema } from '../agents.ts';
import { callEventResponseSchema } from '../call-event.ts';
import {
  eventWaySchema,
  resendRequestSchema,
  resentEventSchema,
  testCallRequestSchema,
  testCallsSchema,
  wouldChangeSchema,
} from '../event-way.ts';
import { offerPreviewRequestSchema, titledPreviewSchema } from '../offer-preview.ts';
import {
  modelEvaluationSchema,
  modelPublicationRequestSchema,
  modelPublicationSchema,
  modelRollbackSchema,
  recommenderOverviewSchema,
} from '../recommender-models.ts';
import { addedRuleSchema, removedRuleSchema, ruleListSchema, ruleSchema } from '../rules.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses, textInPath } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { declared } from './signed-in.ts';

const settings = { tag: 'Settings' };
const version = textInPath('version', 'As listed.');
const modelProblem = responses({ 422: 'InvalidBody' });

/** Forwarded to the recommender, which owns the models. */
const modelPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/recommender': {
    get: read({
      ...settings,
      operationId: 'readRecommender',
      summary: 'Catalogue, stock and models',
      description:
        'Owners only. While the recommender does not answer, `recommender.state` says so, and the rest is what the ' +
        'database knows.',
      answer: json('What is known.', referenceTo(recommenderOverviewSchema), answerExamples.recommender),
    }),
  },
  '/{brand}/recommender/rules': {
    get: read({
      ...settings,
      operationId: 'listMerchandisingRules',
      summary: 'The merchandising rules of a brand',
      description: 'Owners only. Also those whose days are over.',
      answer: json('All rules.', referenceTo(ruleListSchema), answerExamples.rules),
    }),
    post: write({
      ...settings,
      operationId: 'addMerchandisingRule',
      summary: 'Add a merchandising rule',
      description:
        'Owners only. The recommender uses it within 5 seconds. 422 names each wrong field; 409: the brand has 200 rules.',
      status: 201,
      body: jsonBody(declared, referenceTo(ruleSchema), requestExamples.ruleOrder),
      answer: json('The rule.', referenceTo(addedRuleSchema), answerExamples.addedRule),
      refusals: responses({ 409: 'Conflict' }),
    }),
  },
  '/{brand}/recommender/rules/{name}': {
    delete: read({
      ...settings,
      operationId: 'removeMerchandisingRule',
      summary: 'Remove a merchandising rule',
      description: 'Owners only. It stops acting within 5 seconds.',
      parameters: [textInPath('name', 'Of the rule.')],
      answer: json('Its name.', referenceTo(removedRuleSchema), answerExamples.removedRule),
    }),
  },
  '/{brand}/recommender/preview': {
    post: write({
      ...settings,
      operationId: 'previewOffers',
      summary: 'What a caller would be offered',
      description:
        'Owners only. Forwarded to the recommender: its answer to this body, with or without the merchandising rules. Nothing is recorded.',
      body: jsonBody('At most 16 KiB.', referenceTo(offerPreviewRequestSchema), requestExamples.preview),
      answer: json('The offers.', referenceTo(titledPreviewSchema), answerExamples.titledPreview),
    }),
  },
  '/{brand}/recommender/models/{version}/evaluate': {
    post: read({
      ...settings,
      operationId: 'evaluateModel',
      summary: 'Measure a model',
      description:
        'Owners only. On the latest purchases, in comparison with the model in service. It may take minutes.',
      parameters: [version],
      answer: json('The figures.', referenceTo(modelEvaluationSchema), answerExamples.modelEvaluation),
      refusals: modelProblem,
    }),
  },
  '/{brand}/recommender/models/{version}/publish': {
    post: write({
      ...settings,
      operationId: 'publishModel',
      summary: 'Put a model into service',
      description:
        'Owners only. `published: false`: it measures worse, and `force` was not given. The owner is on record.',
      parameters: [version],
      body: jsonBody(
        `At most 16 KiB. ${declared}`,
        referenceTo(modelPublicationRequestSchema),
        requestExamples.modelPublication,
      ),
      answer: json('What became of it.', referenceTo(modelPublicationSchema), answerExamples.modelPublication),
    }),
  },
  '/{brand}/recommender/models/rollback': {
    post: read({
      ...settings,
      operationId: 'rollBackModel',
      summary: 'Put the model before into service',
      description: 'Owners only. 422 when nothing is published. The owner is on record.',
      answer: json('What serves now.', referenceTo(modelRollbackSchema), answerExamples.modelRollback),
      refusals: modelProblem,
    }),
  },
};

/** What owners read and do beside the settings: events, test calls, agents, models. */
export const ownerPaths: Record<string, OpenApiPathItem> = {
  ...modelPaths,
  '/{brand}/events/{id}': {
    get: read({
      operationId: 'readEvent',
      summary: 'An event with the way that it took',
      description:
        'Owners only. The steps from the request to the screen of the rep. A refused request has its status, its reason ' +
        'and its body, in which numbers, codes and the values of metadata are masked.',
      parameters: [textInPath('id', 'As listed: a number, or `r` and a number for a refused request.')],
      answer: json('The event.', referenceTo(eventWaySchema), answerExamples.eventWay),
    }),
  },
  '/{brand}/events/refused/{id}/resend': {
    post: write({
      operationId: 'resendRefusedRequest',
      summary: 'Send a refused request again, corrected',
      description:
        'Owners only. Recorded like a webhook, with a new event id and the mark `resent_from`. Masked values must be ' +
        'entered again. 409 when it would change the live call of the rep now, other than the one whose reference is in ' +
        '`confirm_call`.',
      parameters: [textInPath('id', 'Of a refused request, as listed.')],
      body: jsonBody(declared, referenceTo(resendRequestSchema), requestExamples.resendRequest),
      answer: json('Recorded.', referenceTo(resentEventSchema), answerExamples.resentEvent),
      refusals: { 409: json('It needs a confirmation.', referenceTo(wouldChangeSchema), answerExamples.wouldChange) },
    }),
  },
  '/{brand}/test-calls': {
    get: read({
      operationId: 'readTestCalls',
      summary: 'Whether test calls are allowed, and for whom',
      description: 'Owners only. A deployment allows them with the setting `TEST_CALLS`.',
      answer: json('The reps.', referenceTo(testCallsSchema), answerExamples.testCalls),
    }),
    post: write({
      operationId: 'placeTestEvent',
      summary: 'Place an event of a test call',
      description:
        'Owners only. Recorded like a webhook, with the mark `is_test`. 403 where test calls are not allowed; 422 while the ' +
        'rep is on a real call.',
      body: jsonBody(declared, referenceTo(testCallRequestSchema), requestExamples.testCallRequest),
      answer: json('Recorded.', referenceTo(callEventResponseSchema), answerExamples.placedEvent),
    }),
  },
  '/{brand}/settings/unresolved-agents': {
    get: read({
      ...settings,
      operationId: 'listUnresolvedAgents',
      summary: 'Addresses in events that found no active user',
      description: 'Owners only. Of the last 30 days, at most 200 addresses, with the user who is probably meant.',
      answer: json('The addresses.', referenceTo(unresolvedAgentsSchema), answerExamples.unresolvedAgents),
    }),
  },
  '/{brand}/settings/agent-aliases': {
    get: read({
      ...settings,
      operationId: 'listAgentAliases',
      summary: 'The other names of users',
      description: 'Owners only.',
      answer: json('All aliases.', referenceTo(agentAliasListSchema), answerExamples.agentAliases),
    }),
    post: write({
      ...settings,
      operationId: 'addAgentAlias',
      summary: 'Give a user another name',
      description:
        'Owners only. When the events of that name amount to a live call, it opens for the user at once, with its number ' +
        'and its start.',
      status: 201,
      body: jsonBody(declared, referenceTo(agentAliasRequestSchema), requestExamples.agentAliasRequest),
      answer: json('The alias.', referenceTo(agentAliasSchema), answerExamples.addedAlias),
    }),
  },
  '/{brand}/settings/agent-aliases/{alias}': {
    delete: read({
      ...settings,
      operationId: 'removeAgentAlias',
      summary: 'Remove another name of a user',
      description: 'Owners only. The next event with it no longer finds the user.',
      parameters: [textInPath('alias', 'Percent-encoded, such as `sip%2F1001`.')],
      answer: json('The removed alias.', referenceTo(agentAliasSchema), answerExamples.removedAlias),
    }),
  },
};
