import {
  apiKeyListSchema,
  apiKeyOrderSchema,
  apiKeyReplacementSchema,
  apiKeySchema,
  issuedApiKeySchema,
} from '../api-keys.ts';
import { auditLogSchema, brandChangeSchema, ownedBrandSchema } from '../brand-settings.ts';
import {
  callControlBodySchema,
  callEndedBodySchema,
  callEventResponseSchema,
  callStartedBodySchema,
} from '../call-event.ts';
import {
  callEventMessageSchema,
  callReferenceSchema,
  callSchema,
  callStateSchema,
  companionPresenceSchema,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingSchema,
  recordingStateSchema,
} from '../call-state.ts';
import { customerMatchSchema } from '../customer-match.ts';
import { embedTokenOrderSchema, embedTokenSchema } from '../embed-tokens.ts';
import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import {
  callOffersSchema,
  offerItemSchema,
  offerOutcomeSchema,
  offersRequestSchema,
  outcomeRequestSchema,
  productListSchema,
  recordedOutcomeSchema,
} from '../offers.ts';
import { invitationSchema, peopleSchema, personChangeSchema, personSchema } from '../people.ts';
import {
  callDetailSchema,
  chatDetailSchema,
  chatListItemSchema,
  chatListSchema,
  eventLogItemSchema,
  eventLogSchema,
  exportedCallSchema,
  loggedEventSchema,
  refusedRequestSchema,
  signedInSchema,
  timelineEntrySchema,
  transcriptEntrySchema,
  transcriptPageSchema,
} from '../reads.ts';
import { resultFiguresSchema, resultRowSchema, resultsSchema } from '../results.ts';
import { tokenExpiringSchema } from '../token-life.ts';
import { transcriptionSessionSchema } from '../transcription-session.ts';
import { createComponents } from './components.ts';

export const { referenceTo, componentSchemas } = createComponents({
  requests: {
    CallStartedBody: callStartedBodySchema,
    CallEndedBody: callEndedBodySchema,
    CallControlBody: callControlBodySchema,
    ApiKeyOrder: apiKeyOrderSchema,
    OffersRequest: offersRequestSchema,
    OutcomeRequest: outcomeRequestSchema,
    ApiKeyReplacement: apiKeyReplacementSchema,
    Invitation: invitationSchema,
    PersonChange: personChangeSchema,
    BrandChange: brandChangeSchema,
    EmbedTokenOrder: embedTokenOrderSchema,
  },
  outputs: {
    CallEventResponse: callEventResponseSchema,
    Error: errorSchema,
    ValidationError: validationErrorSchema,
    ValidationIssue: validationIssueSchema,
    Call: callSchema,
    Recording: recordingSchema,
    RecordingConfirmation: recordingConfirmationSchema,
    CompanionPresence: companionPresenceSchema,
    CallState: callStateSchema,
    CallEventMessage: callEventMessageSchema,
    RecordingState: recordingStateSchema,
    RecordingAcknowledgement: recordingAcknowledgementSchema,
    CallReference: callReferenceSchema,
    TokenExpiring: tokenExpiringSchema,
    CustomerMatch: customerMatchSchema,
    TranscriptionSession: transcriptionSessionSchema,
    ChatList: chatListSchema,
    ChatListItem: chatListItemSchema,
    ChatDetail: chatDetailSchema,
    TimelineEntry: timelineEntrySchema,
    TranscriptEntry: transcriptEntrySchema,
    TranscriptPage: transcriptPageSchema,
    CallDetail: callDetailSchema,
    ExportedCall: exportedCallSchema,
    EventLog: eventLogSchema,
    EventLogItem: eventLogItemSchema,
    LoggedEvent: loggedEventSchema,
    RefusedRequest: refusedRequestSchema,
    Results: resultsSchema,
    ResultFigures: resultFiguresSchema,
    ResultRow: resultRowSchema,
    SignedIn: signedInSchema,
    ApiKey: apiKeySchema,
    ApiKeyList: apiKeyListSchema,
    IssuedApiKey: issuedApiKeySchema,
    CallOffers: callOffersSchema,
    OfferItem: offerItemSchema,
    OfferOutcome: offerOutcomeSchema,
    RecordedOutcome: recordedOutcomeSchema,
    ProductList: productListSchema,
    Person: personSchema,
    People: peopleSchema,
    OwnedBrand: ownedBrandSchema,
    AuditLog: auditLogSchema,
    EmbedToken: embedTokenSchema,
  },
});
