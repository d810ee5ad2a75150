import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { DiallerClient } from '@callside/client';
import { type AmiCall, type AmiMessage, AmiReader, eventsOf, noNumber } from '@callside/dialler-adapters';
import { OperatorError } from '../operator-error.ts';
import { pause } from '../pause.ts';
import { BridgedChannels } from './bridged-channels.ts';

export interface AsteriskBridgeSettings {
  host: string;
  port: number;
  user: string;
  secret: string;
  /** Which endpoints are agents' phones; absent: those that are named like their number. */
  agents?: RegExp | undefined;
  client: Pick<DiallerClient, 'send'>;
  now: () => Date;
  /** One line about what happened. */
  report: (line: string) => void;
}

const reconnectMs = { first: 1_000, most: 15_000 };
/** What listens on another port, such as that with TLS, may accept the connection and never answer. */
const loginLimitMs = 10_000;
/** Events that wait for Callside. Later ones are dropped, and reported. */
const mostWaiting = 1_000;

/** Follows the manager interface of an Asterisk, and posts the events of agents' calls. */
export class AsteriskBridge {
  readonly #settings: AsteriskBridgeSettings;
  readonly #channels: BridgedChannels;
  /** The last post of each agent: the events of an agent are posted one after another. */
  readonly #posting = new Map<string, Promise<void>>();
  readonly #startedAt: number;
  #waiting = 0;
  #events = 0;

  constructor(settings: AsteriskBridgeSettings) {
    this.#settings = settings;
    const { agents } = settings;
    this.#channels = new BridgedChannels(agents && ((endpoint) => agents.test(endpoint)));
    this.#startedAt = settings.now().getTime();
  }

  /** Connects again whenever the connection ends, until `signal` aborts. Rejects when the user or the secret is refused. */
  async run(signal: AbortSignal): Promise<void> {
    const { host, port, report } = this.#settings;
    let waitMs = reconnectMs.first;
    while (!signal.aborted) {
      const wasLoggedIn = await this.#follow(signal);
      if (signal.aborted) break;
      waitMs = wasLoggedIn ? reconnectMs.first : Math.min(waitMs * 2, reconnectMs.most);
      report(`no connection to ${host}:${port}; next attempt in ${waitMs / 1000} s`);
      await pause(waitMs, signal);
    }
    await Promise.all(this.#posting.values());
  }

  /** Resolves at the end of the connection; true: the login was accepted. */
  async #follow(signal: AbortSignal): Promise<boolean> {
    const { host, port, user, secret, report } = this.#settings;
    const socket = createConnection({ host, port }).setEncoding('utf8').setKeepAlive(true, 10_000);
    const close = () => void socket.destroy();
    signal.addEventListener('abort', close);
    const limit = setTimeout(() => {
      socket.destroy(new Error(`the login was not answered within ${loginLimitMs / 1_000} s`));
    }, loginLimitMs);
    let isLoggedIn = false;
    try {
      await once(socket, 'connect', { signal });
      socket.write(
        `Action: Login\r\nActionID: callside-login\r\nUsername: ${user}\r\nSecret: ${secret}\r\nEvents: on\r\n\r\n`,
      );
      const reader = new AmiReader();
      this.#channels.forgetBridges();
      for await (const text of socket) {
        for (const message of reader.push(String(text))) {
          const [action, response] = [message.get('ActionID'), message.get('Response')];
          if (action === 'callside-login') {
            if (response !== 'Success') throw loginRefused(user);
            isLoggedIn = true;
            clearTimeout(limit);
            report(`logged in to ${host}:${port} as ${user}`);
            socket.write('Action: CoreShowChannels\r\nActionID: callside-channels\r\n\r\n');
          } else if (action === 'callside-channels' && response === 'Error') {
            report('calls in progress are not known: the user needs write = reporting in manager.conf');
          } else this.#forward(message);
        }
      }
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (!signal.aborted) report(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', close);
      socket.destroy();
    }
    return isLoggedIn;
  }

  #forward(message: AmiMessage): void {
    for (const call of this.#channels.callsOf(message)) {
      for (const event of eventsOf(call.event, call.customer)) this.#enqueue({ ...call, event });
    }
  }

  #enqueue({ event, agent, customer, callId, time }: AmiCall): void {
    const { now, report } = this.#settings;
    if (callId === undefined) return;
    if (this.#waiting >= mostWaiting) {
      report(`dropped ${event} of ${agent}: ${mostWaiting} events wait for Callside`);
      return;
    }
    this.#events += 1;
    // A channel may enter one bridge several times. The counter starts at one again after a restart, so the id has the start time of
    // this process as well.
    const step = time ?? `${this.#startedAt}-${this.#events}`;
    const body = {
      agent_email: agent,
      phone_number: customer ?? noNumber,
      event_id: `asterisk:${callId}:${event}:${step}`,
      occurred_at: time === undefined ? now() : new Date(Number(time) * 1_000),
      metadata: { platform: 'asterisk', call_id: callId },
    };
    this.#waiting += 1;
    const posted = (this.#posting.get(agent) ?? Promise.resolve()).then(() => this.#post(event, body));
    this.#posting.set(agent, posted);
    void posted.finally(() => {
      this.#waiting -= 1;
      if (this.#posting.get(agent) === posted) this.#posting.delete(agent);
    });
  }

  /** Retried by the client, with the same id. */
  async #post(
    event: Parameters<DiallerClient['send']>[0],
    body: { agent_email: string; phone_number: string; event_id: string },
  ): Promise<void> {
    const { client, report } = this.#settings;
    try {
      const { agent_resolved, duplicate } = await client.send(event, body);
      const remark = agent_resolved ? (duplicate ? ', a duplicate' : '') : ', no active user: add an alias';
      report(`${event} of ${body.agent_email}${remark}`);
    } catch (error) {
      report(
        `${event} of ${body.agent_email} was not accepted: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

function loginRefused(user: string): OperatorError {
  return new OperatorError(`the manager interface refused the user ${user}`, {
    hint: 'compare the user, the secret and `permit` with manager.conf; the user needs read = call and write = reporting',
  });
}
