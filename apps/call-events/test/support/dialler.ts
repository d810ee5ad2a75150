import type { CallEventName } from '@callside/schemas';
import type { HttpAnswer, HttpClient } from '@callside/test-kit';
import type { TestBrand } from './organisations.ts';

export interface Dialler {
  /** Posts a text unchanged, or an object as JSON. */
  post: (event: string, body: string | object, headers?: Record<string, string>) => Promise<HttpAnswer>;
}

/** A telephony platform of a brand, with the correct host and key. */
export function createDialler(client: HttpClient, { host, key }: Pick<TestBrand, 'host' | 'key'>): Dialler {
  return {
    post: (event, body, headers) =>
      client.send({
        path: `/call-events/${event}`,
        headers: { host, 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

export interface RepsDialler {
  /** Posts an event of that rep; `fields` override the defaults. A start has a number by default. */
  send: (event: CallEventName, fields?: Record<string, unknown>) => Promise<HttpAnswer>;
}

export const aNumber = '+14155550134';
export const anotherNumber = '+14155550199';

export function createRepsDialler(dialler: Dialler, rep: { email: string }): RepsDialler {
  return {
    send: (event, fields = {}) =>
      dialler.post(event, {
        agent_email: rep.email,
        ...(event === 'call-started' && { phone_number: aNumber }),
        ...fields,
      }),
  };
}

/** The body of a 200 answer; a test gives the fields that differ from the default. */
export function answer(said: {
  duplicate?: boolean;
  resolved?: boolean;
  active?: boolean;
  delivered?: number;
}): Record<string, unknown> {
  return {
    accepted: true,
    duplicate: said.duplicate ?? false,
    agent_resolved: said.resolved ?? true,
    call_active: said.active ?? true,
    delivered_sockets: said.delivered ?? 0,
  };
}
