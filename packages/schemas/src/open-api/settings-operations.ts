import { apiKeyReplacementSchema, issuedApiKeySchema, refusedKeyListSchema } from '../api-keys.ts';
import { auditLogSchema, auditQuerySchema, brandChangeSchema, ownedBrandSchema } from '../brand-settings.ts';
import { embedTokenRequestSchema, embedTokenSchema } from '../embed-tokens.ts';
import { invitationSchema, invitedPersonSchema, peopleSchema, personChangeSchema, personSchema } from '../people.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiOperation, OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses } from './operation-parts.ts';
import { read, type Write, write } from './read-operation.ts';
import { brand, declared, faults, invalidQuery, queryOf, uuidInPath } from './signed-in.ts';

const settings = { tag: 'Settings' };

interface SettingWrite extends Omit<Write, 'body'> {
  body: { schema: Parameters<typeof referenceTo>[0]; examples: Parameters<typeof jsonBody>[2] };
}

/** A change of a setting by an owner. */
function writeSetting({ body, ...rest }: SettingWrite): OpenApiOperation {
  return write({
    ...settings,
    ...rest,
    body: jsonBody(declared, referenceTo(body.schema), body.examples),
    refusals: responses({ 409: 'Conflict', 422: 'InvalidSetting' }),
  });
}

/** The settings of owners beside the API keys, and the tokens for pages of other systems. */
export const settingsPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/settings/api-keys/{id}/replace': {
    post: writeSetting({
      operationId: 'replaceApiKey',
      summary: 'Replace an API key',
      description:
        'Owners only. Issues a key with the label, feature, addresses and length of life of the old one, which ends after ' +
        'the overlap. The answer is the only one that shows it. 409: the old key is revoked or has expired.',
      parameters: [uuidInPath('id', 'Of the old key.')],
      body: { schema: apiKeyReplacementSchema, examples: requestExamples.apiKeyReplacement },
      status: 201,
      answer: json('The new key.', referenceTo(issuedApiKeySchema), answerExamples.replacement),
    }),
  },
  '/{brand}/settings/refused-keys': {
    get: read({
      ...settings,
      operationId: 'listRefusedKeys',
      summary: 'Wrong and absent keys that were sent',
      description:
        'Owners only. Counted by address and key, of webhooks, of platforms that send a key, of `/{brand}/embed-tokens` and of ' +
        'the recommender; some seconds late. Never the key. The most recent are kept.',
      answer: json('The list.', referenceTo(refusedKeyListSchema), answerExamples.refusedKeys),
    }),
  },
  '/{brand}/settings/people': {
    get: read({
      ...settings,
      operationId: 'listPeople',
      summary: 'The people of the brand',
      description: 'Owners only.',
      answer: json('Everybody, deactivated people too.', referenceTo(peopleSchema), answerExamples.people),
    }),
    post: writeSetting({
      operationId: 'invitePerson',
      summary: 'Invite a person',
      description:
        'Owners only. They become active at their first sign-in. 409: the brand has a person with that address. No message ' +
        'is sent.',
      body: { schema: invitationSchema, examples: requestExamples.invitation },
      status: 201,
      answer: json('The person.', referenceTo(invitedPersonSchema), answerExamples.invited),
    }),
  },
  '/{brand}/settings/people/{id}': {
    put: writeSetting({
      operationId: 'changePerson',
      summary: 'Change the name, role, team or status of a person',
      description:
        'Owners only. `deactivated` ends their sessions within 5 seconds, and their live call. 409: nobody would be left as ' +
        'an active owner.',
      parameters: [uuidInPath('id', 'As listed.')],
      body: { schema: personChangeSchema, examples: requestExamples.personChange },
      answer: json('The person.', referenceTo(personSchema), answerExamples.person),
    }),
  },
  '/{brand}/settings/brand': {
    get: read({
      ...settings,
      operationId: 'readBrandSettings',
      summary: 'The settings of the brand',
      description: 'Owners only.',
      answer: json('The settings.', referenceTo(ownedBrandSchema), answerExamples.brand),
    }),
    put: writeSetting({
      operationId: 'changeBrandSettings',
      summary: 'Change settings of the brand',
      description:
        'Owners only. What is absent stays. Every server follows within 5 seconds. 409: the host of the request would be ' +
        'removed, a host belongs to another brand, or `version` is not the current one; nothing is changed then.',
      body: { schema: brandChangeSchema, examples: requestExamples.brandChange },
      answer: json('The settings.', referenceTo(ownedBrandSchema), answerExamples.brand),
    }),
  },
  '/{brand}/settings/audit': {
    get: read({
      ...settings,
      operationId: 'readAuditLog',
      summary: 'Who changed what, when and from where',
      description: 'Owners and auditors only. The changes of owners and operators, newest first.',
      parameters: queryOf(auditQuerySchema),
      answer: json('A page.', referenceTo(auditLogSchema), answerExamples.audit),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/embed-tokens': {
    post: {
      operationId: 'issueEmbedToken',
      tags: ['Settings'],
      summary: 'A token for a user in a page of another system',
      description:
        'For servers, with a key of the feature `embed`; never from a browser. The token is good for 10 minutes. The page ' +
        'gives it to `<callside-desk>`, which asks for the next one in time. It opens the own desk of this user and nothing ' +
        'else, whatever their role. A key gets 300 answers a minute, then 429. Each token is in the audit log.',
      security: [{ apiKey: [] }],
      parameters: [brand],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: referenceTo(embedTokenRequestSchema),
            examples: requestExamples.embedTokenRequest,
          },
        },
      },
      responses: {
        200: json('The token.', referenceTo(embedTokenSchema), answerExamples.embedToken),
        ...responses({ 401: 'Unauthorized', 404: 'NoSuchUser', 413: 'BodyTooLarge', 422: 'InvalidSetting' }),
        ...faults,
      },
    },
  },
};
