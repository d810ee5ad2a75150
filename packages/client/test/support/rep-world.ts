import type { CallStateMessage, CallView, RecordingBy } from '@callside/schemas';
import { callEvent, callState, callView } from '@callside/schemas/testing';
import { RepConnection } from '../../src/index.ts';
import { FakeRepSocket } from './fake-rep-socket.ts';
import { HeldPage } from './held-page.ts';

/** What may happen between the service, the network and a tab. `at` selects one of the messages in transit. */
export type Step =
  | { type: 'event' | 'drop' | 'reconnect' | 'wake' | 'online' }
  /** The brand changes who records. */
  | { type: 'recorder'; by: RecordingBy }
  | { type: 'arrive' | 'lose' | 'duplicate'; at: number };

interface Underway {
  /** Lost with its connection. */
  connection: number;
  name: 'call.state' | 'call.event';
  state: CallStateMessage;
}

/** One rep's service, a tab and everything between them, controlled by a test. */
export class RepWorld {
  state = callState(0, null);
  readonly connection: RepConnection;
  readonly versionsSeen: number[] = [];
  readonly #page = new HeldPage();
  readonly #socket = new FakeRepSocket(({ connection }) =>
    this.#underway.push({ connection, name: 'call.state', state: this.state }),
  );
  #underway: Underway[] = [];
  #now = 0;
  #recordingBy: RecordingBy = 'companion';

  constructor() {
    this.connection = new RepConnection({
      token: 'a-token',
      socket: this.#socket.asSocket,
      page: this.#page,
      now: () => this.#now,
      onChange: ({ version }) => {
        if (version !== null) this.versionsSeen.push(version);
      },
    });
    this.connection.start();
  }

  take(next: Step): void {
    if (next.type === 'event') this.#happen();
    else if (next.type === 'recorder') this.#change(next.by);
    else if (next.type === 'arrive') this.#arrive(next.at);
    else if (next.type === 'lose') removeAt(this.#underway, next.at);
    else if (next.type === 'duplicate') this.#duplicate(next.at);
    else this.#befall(next.type);
  }

  /** Delivers everything in transit. */
  settle(): void {
    while (this.#underway.length > 0) this.#arrive(0);
  }

  loseEverythingUnderway(): void {
    this.#underway = [];
  }

  /** A call begins or ends, and a connected tab is notified. */
  #happen(): void {
    const version = this.state.version + 1;
    const call = version % 2 === 1 ? callView({ phone_number: `+1415555${1000 + version}` }) : null;
    this.#tell('call.event', version, call);
  }

  /** It is no event: the version stays, and a connected tab gets the state. */
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
    const { connected, connection } = this.#socket;
    if (connected) this.#underway.push({ connection, name, state: this.state });
  }

  #arrive(at: number): void {
    const message = removeAt(this.#underway, at);
    if (message === undefined) return;
    const { connection, name, state } = message;
    const event = state.call ? 'call-started' : 'call-ended';
    const payload = name === 'call.state' ? state : callEvent(event, state, { position: state.position });
    if (this.#socket.connected && this.#socket.connection === connection) this.#socket.emit(name, payload);
  }

  #duplicate(at: number): void {
    const message = this.#underway[at % Math.max(1, this.#underway.length)];
    if (message !== undefined) this.#underway.push(message);
  }

  #befall(what: 'drop' | 'reconnect' | 'wake' | 'online'): void {
    if (what === 'drop') this.#socket.lose();
    if (what === 'reconnect' && !this.#socket.connected) this.#socket.connect();
    if (what === 'online') this.#page.changeNetwork(true);
    if (what === 'wake') {
      this.#now += 60_000;
      this.#page.wake();
    }
  }
}

function removeAt<Item>(list: Item[], at: number): Item | undefined {
  return list.splice(at % Math.max(1, list.length), 1)[0];
}
