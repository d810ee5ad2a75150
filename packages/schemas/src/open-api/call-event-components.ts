import { apiKeyListSchema, apiKeyOrderSchema, apiKeySchema, issuedApiKeySchema } from '../api-keys.ts';
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
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingSchema,
  recordingStateSchema,
} from '../call-state.ts';
import { customerMatchSchema } from '../customer-match.ts';
import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import {
  callDetailSchema,
  chatDetailSchema,
  chatListItemSchema,
  chatListSchema,
  eventLogSchema,
  exportedCallSchema,
  loggedEventSchema,
  signedInSchema,
  timelineEntrySchema,
  transcriptEntrySchema,
} from '../reads.ts';
import { transcriptionSessionSchema } from '../transcription-session.ts';
import { createComponents } from './components.ts';

export const { referenceTo, componentSchemas } = createComponents({
  requests: {
    CallStartedBody: callStartedBodySchema,
    CallEndedBody: callEndedBodySchema,
    CallControlBody: callControlBodySchema,
    ApiKeyOrder: apiKeyOrderSchema,
  },
  outputs: {
    CallEventResponse: callEventResponseSchema,
    Error: errorSchema,
    ValidationError: validationErrorSchema,
    ValidationIssue: validationIssueSchema,
    Call: callSchema,
    Recording: recordingSchema,
    RecordingConfirmation: recordingConfirmationSchema,
    CallState: callStateSchema,
    CallEventMessage: callEventMessageSchema,
    RecordingState: recordingStateSchema,
    RecordingAcknowledgement: recordingAcknowledgementSchema,
    CallReference: callReferenceSchema,
    CustomerMatch: customerMatchSchema,
    TranscriptionSession: transcriptionSessionSchema,
    ChatList: chatListSchema,
    ChatListItem: chatListItemSchema,
    ChatDetail: chatDetailSchema,
    TimelineEntry: timelineEntrySchema,
    TranscriptEntry: transcriptEntrySchema,
    CallDetail: callDetailSchema,
    ExportedCall: exportedCallSchema,
    EventLog: eventLogSchema,
    LoggedEvent: loggedEventSchema,
    SignedIn: signedInSchema,
    ApiKey: apiKeySchema,
    ApiKeyList: apiKeyListSchema,
    IssuedApiKey: issuedApiKeySchema,
  },
});
