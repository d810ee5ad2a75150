import { roomOf } from './connections/room.ts';
import { sendToCompanion } from './connections/send-to-companion.ts';
import type { PushNamespace, PushSocket } from './connections/socket-types.ts';
import type { Fence } from './fence.ts';
import type { Sockets } from './rep-stream.ts';
import { withoutClaims } from './rules/companion-knowledge.ts';
import type { TabMessage } from './rules/messages.ts';

interface Dependencies {
  rep: PushNamespace;
  fence: Fence;
  /** Tabs of this rep got less than the whole truth. */
  onUnclaimed: (userId: string) => void;
}

/** Sends to sockets of this instance only. While the instance is fenced, tabs get no claim about the recording. */
export function createSocketOutlet({ rep, fence, onUnclaimed }: Dependencies): Sockets<PushSocket> {
  const claimed = (message: TabMessage, userId: string) => {
    if (!fence.isFenced()) return message;
    onUnclaimed(userId);
    return withoutClaims(message);
  };
  return {
    toRoom: (userId, message) => emit(rep.local.to(roomOf(userId)), claimed(message, userId)),
    toTab: (tab, message) => emit(rep.local.to(tab.id), claimed(message, tab.data.user?.id ?? '')),
    toCompanion: sendToCompanion,
  };
}

function emit(tabs: ReturnType<PushNamespace['to']>, message: TabMessage | null): void {
  // A message has the payload of its name, which TypeScript cannot see in a union of messages.
  if (message !== null) tabs.emit(message.name, message.payload as never);
}
