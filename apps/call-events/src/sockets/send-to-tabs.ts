import type { CallState } from '@callside/schemas';
import type { TabMessage } from '../views/messages.ts';
import { knowledgeAfter } from '../views/recording.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';

/** Records in a tab's socket data what was sent to it. A message without a state does not change the version. */
export function noteDelivered({ data }: PushSocket, message: TabMessage): void {
  const state = stateIn(message);
  // Tabs drop a state older than the one that they show.
  if (state !== null && state.version < (data.deliveredVersion ?? 0)) return;
  if (state !== null) {
    data.deliveredVersion = state.version;
    data.sequenceShown = state.recording.sequence;
  }
  data.shown = knowledgeAfter(data.shown, message, data.sequenceShown ?? 0);
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
    case 'companion.presence':
      tabs.emit(message.name, message.payload);
      break;
  }
}
