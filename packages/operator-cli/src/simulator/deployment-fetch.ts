export interface Exchange {
  sentAt: number;
  /** When the whole answer had arrived, also one that is then dropped. */
  endedAt: number;
  /** null: there was no answer. */
  status: number | null;
  /** The answer is dropped, so the dialler does not get it. */
  isLost: boolean;
}

interface Options {
  /** Addresses of the instances: attempts go to them in turn, like through a load balancer. */
  servers: readonly string[];
  /** Index of the first one, modulo their number. */
  first: number;
  /** The number of attempts whose answer is dropped. */
  lostAnswers: number;
  onSending: (sentAt: number) => void;
  onExchange: (exchange: Exchange) => void;
}

/** A `fetch` for the attempts of one `send`. Spreads them over the deployment and drops some answers. */
export function createDeploymentFetch(options: Options): typeof globalThis.fetch {
  const { servers, first, lostAnswers, onSending, onExchange } = options;
  let attempts = 0;
  return async (input, init) => {
    const attempt = attempts;
    attempts += 1;
    const server = servers[(first + attempt) % servers.length] ?? '';
    const { pathname } = new URL(String(input));
    const sentAt = performance.now();
    onSending(sentAt);
    let status: number | null = null;
    const isLost = attempt < lostAnswers;
    try {
      const response = await fetch(server + pathname, init);
      const text = await response.text();
      ({ status } = response);
      if (isLost) throw new TypeError('the answer was lost on its way');
      return new Response(text, response);
    } finally {
      onExchange({ sentAt, endedAt: performance.now(), status, isLost });
    }
  };
}
