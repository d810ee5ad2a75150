import type { DeskMessage } from '@callside/client';

interface MessageFromPage {
  data: unknown;
  origin: string;
  source: unknown;
}

interface ParentLinkOptions {
  /** The window of the page around this frame. */
  parent: { postMessage: (message: DeskMessage, targetOrigin: string) => void };
  /** The origins whose pages may embed the desk. Messages of others are ignored, and nothing is sent to them. */
  origins: readonly string[];
  /** Pause between two requests for the same token. */
  retryEveryMs?: number;
}

/** The side of the frame: it requests tokens from the page around it, and sends it messages about calls. Tokens stay in memory. */
export class ParentLink {
  readonly #options: ParentLinkOptions;
  /** Known after the first token. */
  #origin: string | undefined;
  #waiting: ((token: string) => void)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: ParentLinkOptions) {
    this.#options = options;
  }

  /** Resolves when the page sends a token; asks until then. */
  askForToken(): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#timer !== undefined) return;
      const { retryEveryMs = 3_000 } = this.#options;
      this.#timer = setInterval(() => this.tell({ type: 'callside.token-wanted' }), retryEveryMs);
      this.tell({ type: 'callside.token-wanted' });
    });
  }

  /** The origin of the page is unknown before its first message, so all allowed origins are tried: the browser drops the others. */
  tell(message: DeskMessage): void {
    const targets = this.#origin === undefined ? this.#options.origins : [this.#origin];
    for (const origin of targets) this.#options.parent.postMessage(message, origin);
  }

  /** To be called with every message that the frame receives. */
  receive({ data, origin, source }: MessageFromPage): void {
    if (source !== this.#options.parent || !this.#options.origins.includes(origin)) return;
    const token = tokenIn(data);
    if (token === null) return;
    this.#origin = origin;
    this.stop();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(token);
  }

  /** Stops the requests for tokens. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function tokenIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'callside.token') return null;
  return 'token' in data && typeof data.token === 'string' && data.token !== '' ? data.token : null;
}
