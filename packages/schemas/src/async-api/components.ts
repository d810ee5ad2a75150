import * as schemas from '../index.ts';
import { createComponents } from '../open-api/components.ts';
import {
  companionConnectSchema,
  connectErrorSchema,
  socketConnectedSchema,
  tabConnectSchema,
} from '../socket-handshake.ts';

/** The schemas of all payloads. Those that OpenAPI has too have the same name there. */
export const { referenceTo, componentSchemas } = createComponents({
  // Without a schemaFormat, payloads of AsyncAPI are JSON Schemas of this draft.
  target: 'draft-07',
  requests: {
    TabConnect: tabConnectSchema,
    CompanionConnect: companionConnectSchema,
    TokenRenew: schemas.tokenRenewSchema,
    EventPainted: schemas.eventPaintedSchema,
    SessionOpen: schemas.sessionOpenSchema,
    SessionReference: schemas.sessionReferenceSchema,
    TranscriptChunk: schemas.transcriptChunkSchema,
    RecordingReport: schemas.recordingReportSchema,
    RecordingAcknowledgement: schemas.recordingAcknowledgementSchema,
  },
  outputs: {
    Connected: socketConnectedSchema,
    ConnectError: connectErrorSchema,
    Call: schemas.callSchema,
    Recording: schemas.recordingSchema,
    RecordingConfirmation: schemas.recordingConfirmationSchema,
    CompanionPresence: schemas.companionPresenceSchema,
    Alive: schemas.aliveSchema,
    CallState: schemas.callStateSchema,
    CallStateMessage: schemas.callStateMessageSchema,
    CallEventMessage: schemas.callEventMessageSchema,
    RecordingState: schemas.recordingStateSchema,
    CallReference: schemas.callReferenceSchema,
    TokenExpiring: schemas.tokenExpiringSchema,
    CustomerMatch: schemas.customerMatchSchema,
    CallOffers: schemas.callOffersSchema,
    OfferItem: schemas.offerItemSchema,
    OfferOutcome: schemas.offerOutcomeSchema,
    TranscriptChunkMessage: schemas.transcriptChunkMessageSchema,
    CallNotesMessage: schemas.callNotesMessageSchema,
    TokenRenewed: schemas.tokenRenewedSchema,
    SessionHeld: schemas.sessionHeldSchema,
    ChunkStored: schemas.chunkStoredSchema,
    SessionClosed: schemas.sessionClosedSchema,
    RecordingReported: schemas.recordingReportedSchema,
    Error: schemas.companionErrorSchema,
  },
});
