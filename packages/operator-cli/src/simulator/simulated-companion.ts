import { CompanionConnection, type CompanionView } from '@callside/client';

interface Options {
  url: string;
  token: string;
  onUnauthorized: () => void;
}

/** A rep's desktop companion, which applies each recording state at once and records nothing. */
export class SimulatedCompanion {
  readonly url: string;
  connections = 0;
  /** When each recording state was applied, by sequence. Times are values of performance.now(). */
  readonly applied = new Map<number, number>();
  readonly #connection: CompanionConnection;
  #wasKnown = false;

  constructor({ url, token, onUnauthorized }: Options) {
    this.url = url;
    this.#connection = new CompanionConnection({
      baseUrl: url,
      token,
      onChange: (view) => {
        if (view.unknownReason === 'token refused') onUnauthorized();
        this.#follow(view);
      },
    });
  }

  get isReady(): boolean {
    return this.#connection.view.unknownReason === null;
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    void this.#connection.stop();
  }

  #follow({ unknownReason, sequence }: CompanionView): void {
    const isKnown = unknownReason === null;
    if (isKnown && !this.#wasKnown) this.connections += 1;
    // The first state of a connection is left out, because it waited for the connection.
    else if (isKnown && sequence !== null && !this.applied.has(sequence)) this.applied.set(sequence, performance.now());
    this.#wasKnown = isKnown;
  }
}
