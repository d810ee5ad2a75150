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
import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import { createComponents } from './components.ts';

export const { referenceTo, componentSchemas } = createComponents({
  requests: {
    CallStartedBody: callStartedBodySchema,
    CallEndedBody: callEndedBodySchema,
    CallControlBody: callControlBodySchema,
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
  },
});
