import type { CallsideError } from '../callside-error.ts';

/** What every client of an HTTP service takes. */
export interface ClientOptions {
  /** Of the service, such as `https://events.brand.example`: the host decides the brand. */
  baseUrl: string;
  /** A secret: it goes out in a header, over https only. */
  apiKey: string;
  /** How long one attempt may take, its answer read to the end. */
  timeoutMs?: number;
  /** The pauses before the second attempt, the third and so on; `[]` tries once. */
  retryDelaysMs?: readonly number[];
  /** Also sends the key unencrypted to hosts other than this machine: for networks that encrypt by themselves. */
  allowPlainHttp?: boolean;
  /** The platform's own unless given. */
  fetch?: typeof globalThis.fetch;
  /** Resolves after so many milliseconds. */
  wait?: (ms: number) => Promise<void>;
  /** Told before each pause. */
  onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** How the last attempt failed, with the number of attempts so far. */
  error: CallsideError;
  /** Until the next one. */
  delayMs: number;
}
