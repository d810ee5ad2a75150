import type { TabMessage } from '../domain/announcement.ts';
import { callStateView } from '../domain/call-audience.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import type { PushNamespace } from './socket-types.ts';
import { noteTold, tellTabs } from './tell-tabs.ts';

/** `/rep`: a rep's browser tabs. A tab gets the whole state on connect and every event from then on. */
export function serveTabs(namespace: PushNamespace, dependencies: SnapshotDependencies): void {
  namespace.on('connection', (socket) => {
    const tab = namespace.local.to(socket.id);
    const tell = (message: TabMessage) => {
      tellTabs(tab, message);
      noteTold(socket, message);
    };
    void joinRoom(
      socket,
      {
        greet: (rep) => tell({ name: 'call.state', payload: callStateView(rep) }),
        tell: ({ tabs }) => tabs.forEach(tell),
      },
      dependencies,
    );
  });
}
