import type { DeskMessage, PageMessage } from './desk-messages.ts';

/** One request runs at a time: without a limit, one that hangs would leave the desk without a token. */
const longestTokenMs = 15_000;

interface MessageFromFrame {
  data: unknown;
  origin: string;
  source: unknown;
}

interface DeskLinkOptions {
  /** The origin of the desk. Nothing is sent to another one. */
  origin: string;
  /** The window in the frame; null while there is none. */
  frame: () => { postMessage: (message: PageMessage, targetOrigin: string) => void } | null;
  /** Rejects when there is no token; the desk asks again later. After 15 s it counts as rejected. */
  getToken: () => Promise<string>;
  onCall: (type: 'call-started' | 'call-ended', reference: string) => void;
}

/** The side of the page: it answers the desk in the frame with tokens. */
export class DeskLink {
  readonly #options: DeskLinkOptions;
  #isAsking = false;

  constructor(options: DeskLinkOptions) {
    this.#options = options;
  }

  /** Call it with every message that the page receives. Messages that are not from the desk are ignored. */
  async receive({ data, origin, source }: MessageFromFrame): Promise<void> {
    const frame = this.#options.frame();
    if (frame === null || source !== frame || origin !== this.#options.origin || !isDeskMessage(data)) return;
    if (data.type === 'callside.token-wanted') await this.#sendToken();
    else this.#options.onCall(data.type === 'callside.call-started' ? 'call-started' : 'call-ended', data.reference);
  }

  async #sendToken(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      limit = setTimeout(() => reject(new Error('getToken takes too long')), longestTokenMs);
    });
    try {
      const token = await Promise.race([this.#options.getToken(), expired]);
      this.#options.frame()?.postMessage({ type: 'callside.token', token }, this.#options.origin);
    } catch {
      // The desk shows that it waits, and sends the request again.
    } finally {
      clearTimeout(limit);
      this.#isAsking = false;
    }
  }
}

function isDeskMessage(data: unknown): data is DeskMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (data.type === 'callside.token-wanted') return true;
  const isAboutCall = data.type === 'callside.call-started' || data.type === 'callside.call-ended';
  return isAboutCall && 'reference' in data && typeof data.reference === 'string';
}
