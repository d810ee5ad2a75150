import type { CallStateMessage, CallView, RecordingBy } from '@callside/schemas';
import { callEvent, callState, callView } from '@callside/schemas/testing';
import { RepConnection, type TabChannel } from '../../src/index.ts';
import { FakeRepSocket } from './fake-rep-socket.ts';
import { HeldPage } from './held-page.ts';

export const tabCount = 3;
/** What may happen between the service, the network and the tabs. `at` selects one of the messages in transit. */
export type Step =
  | { type: 'event' }
  /** The brand changes who records. */
  | { type: 'recorder'; by: RecordingBy }
  | { type: 'arrive' | 'lose' | 'duplicate' | 'tell'; at: number }
  | { type: 'drop' | 'reconnect' | 'wake' | 'online'; tab: number };

interface Underway {
  tab: number;
  /** Lost with its connection. */
  connection: number;
  name: 'call.state' | 'call.event';
  state: CallStateMessage;
}

/** One rep's service, some tabs and everything between them, controlled by a test. */
export class RepWorld {
  state = callState(0, null);
  readonly sockets: FakeRepSocket[];
  readonly pages: HeldPage[];
  readonly connections: RepConnection[];
  readonly versionsSeen: number[][];
  #underway: Underway[] = [];
  #pending: { to: number; message: unknown }[] = [];
  #now = 0;
  #recordingBy: RecordingBy = 'companion';
  readonly #listeners = new Map<number, (message: unknown) => void>();

  constructor() {
    const tabs = Array.from({ length: tabCount }, (_, tab) => tab);
    this.versionsSeen = tabs.map(() => []);
    this.pages = tabs.map(() => new HeldPage());
    this.sockets = tabs.map(
      (tab) =>
        new FakeRepSocket(({ connection }) =>
          this.#underway.push({ tab, connection, name: 'call.state', state: this.state }),
        ),
    );
    this.connections = tabs.map((tab) => this.#open(tab));
    for (const connection of this.connections) connection.start();
  }

  get versions(): (number | null)[] {
    return this.connections.map(({ view }) => view.version);
  }

  take(next: Step): void {
    if (next.type === 'event') this.#happen();
    else if (next.type === 'recorder') this.#change(next.by);
    else if ('tab' in next) this.#befall(next.type, next.tab);
    else if (next.type === 'arrive') this.#arrive(next.at);
    else if (next.type === 'lose') removeAt(this.#underway, next.at);
    else if (next.type === 'duplicate') this.#duplicate(next.at);
    else this.#show(next.at);
  }

  /** Delivers everything in transit, including the channel's messages. */
  settle(): void {
    while (this.#underway.length > 0) this.#arrive(0);
    while (this.#pending.length > 0) this.#show(0);
  }

  loseEverythingUnderway(): void {
    this.#underway = [];
  }

  close(): void {
    for (const connection of this.connections) connection.stop();
  }

  #open(tab: number): RepConnection {
    const [socket, page] = [this.sockets[tab], this.pages[tab]];
    if (socket === undefined || page === undefined) throw new Error('no such tab');
    return new RepConnection({
      token: 'a-token',
      socket: socket.asSocket,
      page,
      tabs: this.#channelOf(tab),
      now: () => this.#now,
      onChange: ({ version }) => {
        if (version !== null) this.versionsSeen[tab]?.push(version);
      },
    });
  }

  #channelOf(tab: number): TabChannel {
    return {
      post: (message) => {
        for (let to = 0; to < tabCount; to += 1) if (to !== tab) this.#pending.push({ to, message });
      },
      listen: (onMessage) => this.#listeners.set(tab, onMessage),
      close: () => this.#listeners.delete(tab),
    };
  }

  /** A call begins or ends, and every connected tab is notified. */
  #happen(): void {
    const version = this.state.version + 1;
    const call = version % 2 === 1 ? callView({ phone_number: `+1415555${1000 + version}` }) : null;
    this.#tell('call.event', version, call);
  }

  /** It is no event: the version stays, and every connected tab gets the state. */
  #change(by: RecordingBy): void {
    this.#recordingBy = by;
    this.#tell('call.state', this.state.version, this.state.call);
  }

  #tell(name: Underway['name'], version: number, call: CallView | null): void {
    const sequence = 1000 + version;
    const recordings = {
      companion: { sequence },
      dialler: { sequence, by: 'dialler', companion: 'absent', state: 'dialler' },
      nobody: null,
    } as const;
    this.state = callState(version, call, recordings[this.#recordingBy]);
    this.sockets.forEach((socket, tab) => {
      const { connected, connection } = socket;
      if (connected) this.#underway.push({ tab, connection, name, state: this.state });
    });
  }

  #arrive(at: number): void {
    const message = removeAt(this.#underway, at);
    if (message === undefined) return;
    const { tab, connection, name, state } = message;
    const event = state.call ? 'call-started' : 'call-ended';
    const payload = name === 'call.state' ? state : callEvent(event, state, { position: state.position });
    const socket = this.sockets[tab];
    if (socket?.connected && socket.connection === connection) socket.emit(name, payload);
  }

  #duplicate(at: number): void {
    const message = this.#underway[at % Math.max(1, this.#underway.length)];
    if (message !== undefined) this.#underway.push(message);
  }

  #show(at: number): void {
    const pending = removeAt(this.#pending, at);
    if (pending !== undefined) this.#listeners.get(pending.to)?.(structuredClone(pending.message));
  }

  #befall(what: 'drop' | 'reconnect' | 'wake' | 'online', tab: number): void {
    const socket = this.sockets[tab];
    if (what === 'drop') socket?.lose();
    if (what === 'reconnect' && !socket?.connected) socket?.connect();
    if (what === 'online') this.pages[tab]?.changeNetwork(true);
    if (what === 'wake') {
      this.#now += 60_000;
      this.pages[tab]?.wake();
    }
  }
}

function removeAt<Item>(list: Item[], at: number): Item | undefined {
  return list.splice(at % Math.max(1, list.length), 1)[0];
}
