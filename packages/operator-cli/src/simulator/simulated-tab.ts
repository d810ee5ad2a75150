import { RepConnection, type RepSignal, type RepView } from '@callside/client';

export interface HeardEvent {
  /** A value of performance.now(). */
  at: number;
  /** Of the recording state that came with it. */
  sequence: number | null;
}

interface Options {
  url: string;
  token: string;
  onUnauthorized: () => void;
}

/** A browser tab of a rep that records what it received. */
export class SimulatedTab {
  readonly url: string;
  connections = 0;
  /** By event id. */
  readonly heard = new Map<string, HeardEvent>();
  readonly #connection: RepConnection;

  constructor({ url, token, onUnauthorized }: Options) {
    this.url = url;
    this.#connection = new RepConnection({
      token,
      baseUrl: url,
      socketOptions: { transports: ['websocket'] },
      onSignal: (signal) => this.#hear(signal),
      onUnauthorized,
    });
  }

  get view(): RepView {
    return this.#connection.view;
  }

  get isReady(): boolean {
    return this.view.link === 'live' && this.view.version !== null;
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  #hear(signal: RepSignal): void {
    if (signal.type === 'link' && signal.link === 'live') this.connections += 1;
    if (signal.type !== 'call.event') return;
    const { event_id: eventId, state } = signal.message;
    if (eventId !== null)
      this.heard.set(eventId, { at: performance.now(), sequence: state.recording?.sequence ?? null });
  }
}
