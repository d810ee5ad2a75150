import type { TabMessage } from '../views/messages.ts';
import { Audience } from './audience.ts';
import { roomOf } from './room.ts';
import type { PushNamespace } from './socket-types.ts';

const message = { name: 'companion.presence', payload: { connected: false, at: '2026-11-26T10:00:00Z' } } as TabMessage;

/** Tabs of one rep, each connected so many seconds ago. */
function tabsConnected(secondsAgo: readonly number[]) {
  const heard: string[] = [];
  const nsp = { local: { to: (id: string) => ({ emit: () => heard.push(id) }) } };
  const sockets = new Map(
    secondsAgo.map((seconds) => {
      const id = `${seconds} s ago`;
      const data = { deliveredVersion: 1, connectedAtMs: performance.now() - seconds * 1_000 };
      return [id, { id, nsp, data, handshake: { issued: Date.now() - seconds * 1_000 } }];
    }),
  );
  const rep = { sockets, adapter: { rooms: new Map([[roomOf('rep'), new Set(sockets.keys())]]) } };
  const audience = new Audience({ rep: rep as unknown as PushNamespace, companion: {} as PushNamespace });
  return { audience, heard };
}

test('an event of the log goes to the tabs that were connected when it was committed, whatever clocks say', () => {
  const { audience, heard } = tabsConnected([90, 40.5, 39.5, 38, 2]);
  const setBack = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
  audience.deliverTo('rep', [message], 40);
  expect(heard).toEqual(['90 s ago', '40.5 s ago', '39.5 s ago']);
  setBack.mockRestore();
});
