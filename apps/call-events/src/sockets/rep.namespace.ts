import { callStateView } from '../domain/call-audience.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import type { PushNamespace } from './socket-types.ts';

/** `/rep`: a rep's browser tabs. A tab gets the whole state on connect and every event from then on. */
export function serveTabs(namespace: PushNamespace, dependencies: SnapshotDependencies): void {
  namespace.on('connection', (socket) => {
    const greet = (rep: RepSnapshot) => {
      socket.emit('call.state', callStateView(rep));
    };
    void joinRoom(socket, greet, dependencies);
  });
}
