import { callStateView } from '../views/call.ts';
import type { TabMessage } from '../views/messages.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { noteDelivered, sendToTabs } from './send-to-tabs.ts';
import type { PushNamespace } from './socket-types.ts';

/** `/rep`: a rep's browser tabs. A tab gets the whole state on connect and every event from then on. */
export function serveTabs(namespace: PushNamespace, dependencies: SnapshotDependencies): void {
  namespace.on('connection', (socket) => {
    const tab = namespace.local.to(socket.id);
    const send = (message: TabMessage) => {
      sendToTabs(tab, message);
      noteDelivered(socket, message);
    };
    void joinRoom(
      socket,
      {
        sendState: (rep) => send({ name: 'call.state', payload: callStateView(rep) }),
        announce: ({ tabs }) => tabs.forEach(send),
      },
      dependencies,
    );
  });
}
