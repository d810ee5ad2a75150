import type { CallOffers, CallState } from '@callside/schemas';
import type { TabMessage } from '../views/messages.ts';
import { knowledgeAfter } from '../views/recording.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';

/** Records in a tab's socket data what was sent to it. A message without a state does not change the version. */
export function noteDelivered({ data }: PushSocket, message: TabMessage): void {
  if (message.name === 'offers') noteOffers(data, message.payload);
  const state = stateIn(message);
  // Tabs drop a state older than the one that they show.
  if (state !== null && state.version < (data.deliveredVersion ?? 0)) return;
  if (state !== null) {
    data.deliveredVersion = state.version;
    data.sequenceShown = state.recording.sequence;
    const offers = callOffersOf(state);
    if (offers !== null) noteOffers(data, offers);
  }
  data.shown = knowledgeAfter(data.shown, message, data.sequenceShown ?? 0);
}

function noteOffers(data: PushSocket['data'], { call_reference, sequence }: CallOffers): void {
  const before = data.deliveredOffers;
  if (before?.callReference === call_reference && before.sequence > sequence) return;
  data.deliveredOffers = { callReference: call_reference, sequence };
}

function callOffersOf({ offers }: CallState): CallOffers | null {
  // This service sets no other value.
  return offers as CallOffers | null;
}

function stateIn(message: TabMessage): CallState | null {
  if (message.name === 'call.event') return message.payload.state;
  return message.name === 'call.state' ? message.payload : null;
}

/** Sends one message to the tabs of a room. */
export function sendToTabs(tabs: ReturnType<PushNamespace['to']>, message: TabMessage): void {
  switch (message.name) {
    case 'call.event':
      tabs.emit(message.name, message.payload);
      break;
    case 'call.state':
      tabs.emit(message.name, message.payload);
      break;
    case 'recording.confirmation':
      tabs.emit(message.name, message.payload);
      break;
    case 'transcript.chunk':
      tabs.emit(message.name, message.payload);
      break;
    case 'companion.presence':
      tabs.emit(message.name, message.payload);
      break;
    case 'offers':
      tabs.emit(message.name, message.payload);
      break;
  }
}
