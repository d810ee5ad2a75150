import { setTimeout as pause } from 'node:timers/promises';
import type { SecretBox } from '@callside/auth';
import type { Logger } from '@callside/service-kit';
import { Webhook } from 'standardwebhooks';
import type { DeliveryQueue, DueEndpoint, TakenDelivery } from './deliveries.store.ts';
import type { Answer, Post } from './receivers.store.ts';
import { payloadOf } from './rules/payload.ts';

interface Dependencies {
  queue: Pick<DeliveryQueue, 'findDue' | 'take' | 'forget' | 'closeDelivered' | 'noteFailure'>;
  post: (post: Post) => Promise<Answer>;
  box: Pick<SecretBox, 'open'>;
  allowPrivate: boolean;
  count: (outcome: 'delivered' | 'failed') => void;
  now: () => Date;
  logger: Logger;
}

/** Of one endpoint: a receiver that does not answer holds up no other endpoint. */
const mostAtOnce = 8;
const timeoutMs = 15_000;
/** How long a stopping instance waits for answers. What is cut off then is sent again, with the same id. */
const stopMs = 3_000;

interface Work {
  sending: Set<Promise<void>>;
  isTaking: boolean;
}

/** Sends what is due. Several instances share the work. */
export class EndpointSender {
  readonly #dependencies: Dependencies;
  /** By endpoint. */
  readonly #works = new Map<string, Work>();
  /** Of the requests that are waiting for an answer. */
  readonly #waiting = new Set<AbortController>();
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins what is due, and does not wait for the answers. */
  async run(): Promise<void> {
    const due = await this.#dependencies.queue.findDue();
    await Promise.all(due.map((endpoint) => this.#fill(endpoint)));
  }

  /** Takes nothing more, and resolves when nothing is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const sending = [...this.#works.values()].flatMap((work) => [...work.sending]);
    const ended = Promise.allSettled(sending);
    await Promise.race([ended, pause(stopMs, undefined, { ref: false })]);
    for (const request of this.#waiting) request.abort();
    await ended;
  }

  /** Takes as many deliveries as have room. Each that ends makes room, and so takes the next. */
  async #fill(endpoint: DueEndpoint): Promise<void> {
    const work = this.#works.get(endpoint.id) ?? { sending: new Set(), isTaking: false };
    const room = mostAtOnce - work.sending.size;
    if (this.#isStopped || work.isTaking || room === 0) return;
    this.#works.set(endpoint.id, work);
    work.isTaking = true;
    try {
      const taken = await this.#dependencies.queue.take(endpoint.id, room);
      // Those that it took meanwhile are sent again when their lease has ended.
      if (!this.#isStopped) for (const delivery of taken) this.#begin(endpoint, delivery, work);
    } finally {
      work.isTaking = false;
      if (work.sending.size === 0) this.#works.delete(endpoint.id);
    }
  }

  #begin(endpoint: DueEndpoint, delivery: TakenDelivery, work: Work): void {
    const sending = this.#send(endpoint, delivery)
      .then(() => {
        work.sending.delete(sending);
        return this.#fill(endpoint);
      })
      .catch((error: unknown) => {
        work.sending.delete(sending);
        // Its lease ends, and then it is sent again.
        this.#dependencies.logger.warn(
          { err: error, endpoint_id: endpoint.id },
          'a delivery to an endpoint was interrupted',
        );
      });
    work.sending.add(sending);
  }

  async #send(endpoint: DueEndpoint, { id, ...contents }: TakenDelivery): Promise<void> {
    const { queue, box, count, now } = this.#dependencies;
    const payload = payloadOf(contents);
    if (payload === null) return queue.forget(id);
    const secret = box.open(endpoint.secretSealed);
    const body = JSON.stringify(payload);
    const at = now();
    const answer: Answer =
      secret === null
        ? { problem: 'secret_unreadable' }
        : await this.#post(endpoint.url, body, {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            'user-agent': 'callside-endpoint',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
            'webhook-signature': new Webhook(secret).sign(id, at, body),
          });
    // It was cut off by the stop, and not by its receiver.
    if (this.#isStopped && 'problem' in answer) return;
    const isDelivered = 'status' in answer && answer.status >= 200 && answer.status < 300;
    count(isDelivered ? 'delivered' : 'failed');
    if (isDelivered) await queue.closeDelivered(id, answer.status);
    else await queue.noteFailure(id, { status: null, problem: null, ...answer });
  }

  async #post(url: string, body: string, headers: Post['headers']): Promise<Answer> {
    const { post, allowPrivate } = this.#dependencies;
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), timeoutMs);
    this.#waiting.add(request);
    try {
      return await post({ url, headers, body, allowPrivate, signal: request.signal });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(request);
    }
  }
}
