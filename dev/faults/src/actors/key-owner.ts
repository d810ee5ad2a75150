import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../history/recorder.ts';
import type { Draws } from '../plan/draws.ts';

interface KeyOwnerOptions {
  recorder: Recorder;
  brand: string;
  ownerToken: string;
  /** An address that belongs to no user: the events change no state. */
  agentEmail: string;
  urls: readonly string[];
  draws: Draws;
}

interface RequestParts {
  headers: Record<string, string>;
  body?: object;
  /** Any instance by default. */
  url?: string;
}

/** An owner who issues keys and revokes them. Senders use each key on every instance, before and after. */
export class KeyOwner {
  readonly #options: KeyOwnerOptions;
  #isOver = false;
  #keys = 0;

  constructor(options: KeyOwnerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { draws } = this.#options;
    while (!this.#isOver) {
      await this.#useOneKey();
      await sleep(draws.whole(200, 1500));
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  async #useOneKey(): Promise<void> {
    const { ownerToken } = this.#options;
    const authorization = `Bearer ${ownerToken}`;
    const settings = `/${this.#options.brand}/settings/api-keys`;
    const issued = await this.#request('POST', settings, {
      headers: { authorization },
      body: { feature: 'call-events' },
    });
    const { id, key } = issued?.body ?? {};
    if (issued?.status !== 201 || typeof id !== 'string' || typeof key !== 'string') return;
    this.#keys += 1;
    const name = `key ${this.#keys}`;
    await this.#tryEverywhere({ name, key, isRevoked: false });
    const revoked = await this.#request('DELETE', `${settings}/${id}`, { headers: { authorization } });
    // Without an answer it may be revoked or not.
    if (revoked?.status === 200) await this.#tryEverywhere({ name, key, isRevoked: true });
  }

  async #tryEverywhere({ name, key, isRevoked }: { name: string; key: string; isRevoked: boolean }): Promise<void> {
    const { recorder, urls, agentEmail } = this.#options;
    const headers = { 'x-api-key': key };
    const body = { agent_email: agentEmail };
    await Promise.all(
      urls.map(async (url, index) => {
        const answer = await this.#request('POST', '/call-events/hold-started', { headers, body, url });
        const status = answer?.status ?? null;
        recorder.note({ type: 'key tried', key: name, instance: index + 1, isRevoked, status });
      }),
    );
  }

  /** Null: no answer. */
  async #request(
    method: 'POST' | 'DELETE',
    path: string,
    { headers, body, url = this.#anyUrl() }: RequestParts,
  ): Promise<{ status: number; body: Record<string, unknown> } | null> {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(3000),
      });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    } catch {
      return null;
    }
  }

  #anyUrl(): string {
    const { draws, urls } = this.#options;
    return urls[draws.whole(0, urls.length - 1)] ?? '';
  }
}
