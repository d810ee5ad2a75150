import { callStateMessage } from '../views/call.ts';
import type { TabMessage } from '../views/messages.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { type PaintedEvents, servePaintedEvents } from './painted-events.ts';
import { noteDelivered, sendToTabs } from './send-to-tabs.ts';
import type { PushNamespace } from './socket-types.ts';

/** `/rep`: a rep's browser tabs. A tab gets the whole state on connect and every event from then on. */
export function serveTabs(
  namespace: PushNamespace,
  { painted, ...dependencies }: SnapshotDependencies & { painted: PaintedEvents },
): void {
  namespace.on('connection', (socket) => {
    socket.data.connectedAtMs = performance.now();
    servePaintedEvents(socket, painted);
    const tab = namespace.local.to(socket.id);
    const send = (message: TabMessage) => {
      sendToTabs(tab, message);
      noteDelivered(socket, message);
    };
    void joinRoom(
      socket,
      {
        sendState: (rep) => send({ name: 'call.state', payload: callStateMessage(rep) }),
        announce: ({ tabs }) => tabs.forEach(send),
      },
      dependencies,
    );
  });
}
