export interface Exchange {
  sentAt: number;
  /** When the answer had come as a whole, also one that is then lost. */
  endedAt: number;
  /** null: there was no answer. */
  status: number | null;
  /** The dialler gets to know nothing of it. */
  isLost: boolean;
}

interface Options {
  /** Addresses of the servers: attempts go to one after another, as a load balancer may send them. */
  servers: readonly string[];
  /** Which one is first, modulo how many there are. */
  first: number;
  /** Of so many attempts the answer is lost. */
  lostAnswers: number;
  onSending: (sentAt: number) => void;
  onExchange: (exchange: Exchange) => void;
}

/** The way of one event to a deployment, for the attempts of one `send`: `fetch` that loses answers which had come. */
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
