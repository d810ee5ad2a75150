import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../history/recorder.ts';
import type { Draws } from '../plan/draws.ts';
import { askJson } from './ask.ts';

interface KeyOwnerOptions {
  recorder: Recorder;
  brand: string;
  ownerToken: string;
  /** An address that belongs to no user: the events change no state. */
  agentEmail: string;
  urls: readonly string[];
  draws: Draws;
}

/** An owner who issues keys and revokes them. Senders use each key on every instance, before and after. */
export class KeyOwner {
  readonly #options: KeyOwnerOptions;
  #keys = 0;

  constructor(options: KeyOwnerOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { draws } = this.#options;
    while (!signal.aborted) {
      await this.#useOneKey();
      await sleep(draws.whole(200, 1500));
    }
  }

  async #useOneKey(): Promise<void> {
    const { brand, ownerToken } = this.#options;
    const headers = { authorization: `Bearer ${ownerToken}` };
    const settings = `/${brand}/settings/api-keys`;
    const body = JSON.stringify({ feature: 'call-events' });
    const issued = await askJson(`${this.#anyUrl()}${settings}`, { headers, body });
    const { id, key } = issued?.body ?? {};
    if (issued?.status !== 201 || typeof id !== 'string' || typeof key !== 'string') return;
    this.#keys += 1;
    const name = `key ${this.#keys}`;
    await this.#tryEverywhere({ name, key, isRevoked: false });
    const revoked = await askJson(`${this.#anyUrl()}${settings}/${id}`, { method: 'DELETE', headers });
    // Without an answer it may be revoked or not.
    if (revoked?.status === 200) await this.#tryEverywhere({ name, key, isRevoked: true });
  }

  async #tryEverywhere({ name, key, isRevoked }: { name: string; key: string; isRevoked: boolean }): Promise<void> {
    const { recorder, urls, agentEmail } = this.#options;
    const headers = { 'x-api-key': key };
    const body = JSON.stringify({ agent_email: agentEmail });
    await Promise.all(
      urls.map(async (url, index) => {
        const answer = await askJson(`${url}/call-events/hold-started`, { headers, body });
        const status = answer?.status ?? null;
        recorder.note({ type: 'key tried', key: name, instance: index + 1, isRevoked, status });
      }),
    );
  }

  #anyUrl(): string {
    const { draws, urls } = this.#options;
    return urls[draws.whole(0, urls.length - 1)] ?? '';
  }
}
