import type { CallsideError } from '../callside-error.ts';

/** Options of every HTTP client. */
export interface ClientOptions {
  /** Address of the service, such as `https://events.brand.example`: the host decides the brand. */
  baseUrl: string;
  /** A secret, sent in a header and over https only. */
  apiKey: string;
  /** The time limit of one attempt, including the reading of the answer. */
  timeoutMs?: number;
  /** The pauses before the second attempt, the third and so on; `[]` tries once. */
  retryDelaysMs?: readonly number[];
  /** Also sends the key unencrypted to hosts other than this machine, for networks with their own encryption. */
  allowPlainHttp?: boolean;
  /** Default: the platform's fetch. */
  fetch?: typeof globalThis.fetch;
  /** Resolves after so many milliseconds. */
  wait?: (ms: number) => Promise<void>;
  /** Called before each pause. */
  onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** How the last attempt failed, with the number of attempts so far. */
  error: CallsideError;
  /** The pause before the next attempt. */
  delayMs: number;
}
