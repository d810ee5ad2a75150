import { callStateView, type TabMessage } from '../domain/call-audience.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import type { PushNamespace } from './socket-types.ts';

/** `/rep`: a rep's browser tabs. A tab gets the whole state on connect and every event from then on. */
export function serveTabs(namespace: PushNamespace, dependencies: SnapshotDependencies): void {
  namespace.on('connection', (socket) => {
    const tab = namespace.local.to(socket.id);
    void joinRoom(
      socket,
      {
        greet: (rep) => tellTabs(tab, { name: 'call.state', payload: callStateView(rep) }),
        tell: ({ tabs }) => {
          for (const message of tabs) tellTabs(tab, message);
        },
      },
      dependencies,
    );
  });
}

/** Sends one message to the tabs of a room. */
export function tellTabs(tabs: ReturnType<PushNamespace['to']>, message: TabMessage): void {
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
  }
}
