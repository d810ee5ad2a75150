import { RepConnection, type RepSignal, type RepView } from '@callside/client';
import { createCuttableAgent } from './cuttable-agent.ts';

/** From the snapshot until the connection was lost. Times are values of performance.now(). */
export interface Listening {
  from: number;
  to: number;
}

export interface HeardEvent {
  at: number;
  /** The lowest sequence that came with it, because later messages repeat the event. */
  sequence: number;
}

export interface TabCounts {
  connections: number;
  snapshots: number;
  events: number;
  confirmations: number;
  /** Messages that were older than the tab's state. */
  overtaken: number;
}

interface Options {
  url: string;
  token: string;
  onUnauthorized: () => void;
}

/** A browser tab of a rep, without other tabs in its browser, that records what it received. */
export class SimulatedTab {
  readonly url: string;
  readonly counts: TabCounts = { connections: 0, snapshots: 0, events: 0, confirmations: 0, overtaken: 0 };
  /** By event id, with the time of its first arrival. */
  readonly heard = new Map<string, HeardEvent>();
  readonly listening: Listening[] = [];
  readonly #connection: RepConnection;
  readonly #cut: () => void;
  #highest = -1;

  constructor({ url, token, onUnauthorized }: Options) {
    this.url = url;
    const { agent, cut } = createCuttableAgent(url);
    this.#cut = cut;
    this.#connection = new RepConnection({
      token,
      baseUrl: url,
      tabs: null,
      socketOptions: { agent, transports: ['websocket'] },
      onSignal: (signal) => this.#hear(signal),
      onUnauthorized,
    });
  }

  get view(): RepView {
    return this.#connection.view;
  }

  get isListening(): boolean {
    return this.listening.at(-1)?.to === Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#connection.start();
  }

  cut(): void {
    this.#endListening();
    this.#cut();
  }

  stop(): void {
    this.#connection.stop();
  }

  #hear(signal: RepSignal): void {
    const at = performance.now();
    switch (signal.type) {
      case 'link':
        if (signal.link === 'live') this.counts.connections += 1;
        else this.#endListening();
        break;
      case 'call.state':
        this.counts.snapshots += 1;
        if (!this.isListening) this.listening.push({ from: at, to: Number.POSITIVE_INFINITY });
        this.#noteVersion(signal.state.version);
        break;
      case 'call.event': {
        const { event_id, state } = signal.message;
        this.counts.events += 1;
        this.#noteVersion(state.version);
        if (event_id === null) break;
        const sequence = state.recording?.sequence ?? 0;
        const known = this.heard.get(event_id) ?? { at, sequence };
        this.heard.set(event_id, { ...known, sequence: Math.min(known.sequence, sequence) });
        break;
      }
      case 'recording.confirmation':
        this.counts.confirmations += 1;
        break;
    }
  }

  #noteVersion(version: number): void {
    if (version < this.#highest) this.counts.overtaken += 1;
    this.#highest = Math.max(this.#highest, version);
  }

  #endListening(): void {
    const last = this.listening.at(-1);
    if (last?.to === Number.POSITIVE_INFINITY) last.to = performance.now();
  }
}
