import { randomUUID } from 'node:crypto';
import { createCloseTranscriptionSession } from '../../src/transcription/close-session.ts';
import { createFinalizeOverdueSessions } from '../../src/transcription/finalize-overdue-sessions.ts';
import type { LeaseStore } from '../../src/transcription/leases/lease-store.ts';
import { ProducerLeases } from '../../src/transcription/leases/producer-leases.ts';
import type { Producer } from '../../src/transcription/leases/take-lease.ts';
import {
  createOpenTranscriptionSession,
  createResumeTranscriptionSession,
} from '../../src/transcription/open-session.ts';
import type { TranscriptionSessions } from '../../src/transcription/sessions.store.ts';
import { type Answer, type CompanionNumber, type Step, serverOf, terms } from './session-model.ts';

interface Options {
  sessions: TranscriptionSessions;
  leases: LeaseStore;
  userId: string;
  brandId: string;
  callReference: string;
  /** The clock of the servers. */
  now: () => number;
  elapse: (ms: number) => Promise<void>;
  forgetLeases: () => Promise<void>;
  endCall: () => Promise<void>;
}

/** Three servers with one session, called directly: no sockets between the steps and the use cases. */
export class SessionServers {
  sessionId = '';
  readonly #options: Options;
  readonly #servers;
  readonly #lives = new Map<CompanionNumber, { life: number }>();
  #underWay = 0;
  /** Errors reported by the servers; tests expect none. */
  readonly failures: unknown[] = [];
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The producer of each token. */
  readonly #takers = new Map<string, Producer>();

  constructor(options: Options) {
    this.#options = options;
    const counted = { ...options, sessions: this.#counting(options.sessions), leases: this.#counting(options.leases) };
    this.#servers = [0, 1, 2].map(() => this.#startServer(counted));
  }

  #startServer({ sessions, leases, now }: Options) {
    const onFailure = (error: unknown) => this.failures.push(error);
    const producers = new ProducerLeases({ leases, sessions, terms, now, onFailure });
    const takingFor = (taker: Producer) => {
      const newToken = () => {
        const token = randomUUID();
        this.#takers.set(token, taker);
        return token;
      };
      return { leases, sessions, producers, newToken, newSessionId: randomUUID };
    };
    return {
      producers,
      open: (taker: Producer) => createOpenTranscriptionSession(takingFor(taker))(taker, this.#options.callReference),
      resume: (taker: Producer) => createResumeTranscriptionSession(takingFor(taker))(taker, this.sessionId),
      close: createCloseTranscriptionSession({ leases, sessions, producers, onClosed: () => {}, onFailure }),
      sweep: createFinalizeOverdueSessions({ sessions, leases }),
      storeChunk: sessions.storeChunk,
    };
  }

  /** The companion's socket: a new one after each disconnect. */
  producerOf(companion: CompanionNumber): Producer {
    const life = this.#lives.get(companion) ?? { life: 0 };
    this.#lives.set(companion, life);
    const { life: born } = life;
    const { userId, brandId } = this.#options;
    return { id: `${companion}.${born}`, userId, brandId, isConnected: () => life.life === born };
  }

  /** The tokens with which companions hold the session according to their servers. */
  heldTokens(): string[] {
    const held = [...this.#takers].flatMap(([token, { id }]) =>
      this.#servers.some(({ producers }) => producers.tokenOf(this.sessionId, id) === token) ? [token] : [],
    );
    const count = this.#servers.reduce((sum, { producers }) => sum + producers.count, 0);
    if (held.length !== count) throw new Error(`${count} leases are held, ${held.length} of them by companions`);
    return held;
  }

  isConnected(token: string): boolean {
    return this.#takers.get(token)?.isConnected() ?? false;
  }

  /** Runs the requests of one companion in sequence, like its socket does. */
  async take(step: Step): Promise<Answer> {
    if (!('companion' in step)) return this.#happen(step);
    const producer = this.producerOf(step.companion);
    if (step.do === 'frame' || step.do === 'disconnect') return this.#do(step, producer);
    const turn = (this.#turns.get(producer.id) ?? Promise.resolve()).then(() => this.#do(step, producer));
    this.#turns.set(producer.id, turn);
    return turn;
  }

  async #do(step: Extract<Step, { companion: unknown }>, producer: Producer): Promise<Answer> {
    const { userId } = this.#options;
    switch (step.do) {
      case 'open': {
        const taken = await this.#server(step.companion).open(producer);
        if ('refusal' in taken) throw new Error(`the call of the test is refused: ${taken.refusal}`);
        this.sessionId ||= taken.sessionId;
        return taken.sessionId === this.sessionId ? 'held' : null;
      }
      case 'resume': {
        const taken = await this.#server(step.companion).resume(producer);
        return 'sessionId' in taken ? 'held' : null;
      }
      case 'close': {
        const closed = await this.#server(step.companion).close(producer, this.sessionId);
        if ('finalizedAt' in closed) return 'closed';
        return closed.refusal === 'not_producer' ? closed.refusal : null;
      }
      case 'chunk': {
        const [startedAt, endedAt] = [new Date(0), new Date(1)];
        const chunk = {
          sessionId: this.sessionId,
          sequence: step.sequence,
          speaker: 'rep',
          text: '',
          startedAt,
          endedAt,
          masked: 0,
        };
        const { outcome } = await this.#server(step.companion).storeChunk(userId, chunk);
        return outcome === 'unknown session' ? null : outcome;
      }
      case 'frame':
        this.#server(step.companion).producers.frame(this.sessionId, producer.id);
        return null;
      case 'disconnect': {
        const life = this.#lives.get(step.companion);
        if (life) life.life += 1;
        await this.#server(step.companion).producers.disconnect(producer.id);
        return null;
      }
    }
  }

  async #happen(step: Exclude<Step, { companion: unknown }>): Promise<null> {
    const { elapse, forgetLeases, endCall, sessions, leases } = this.#options;
    switch (step.do) {
      case 'sweep':
        await this.#servers[step.server]?.sweep();
        return null;
      case 'elapse':
        await elapse(step.ms);
        return null;
      case 'end':
        await endCall();
        return null;
      case 'forget and restore':
        await forgetLeases();
        await leases.restore(await sessions.leasesOnFile());
        return null;
    }
  }

  /** Resolves when the work that frames started is done. */
  async settled(): Promise<void> {
    do await new Promise(setImmediate);
    while (this.#underWay > 0);
  }

  #server(companion: CompanionNumber) {
    const server = this.#servers[serverOf[companion]];
    if (server === undefined) throw new Error('there is no such server');
    return server;
  }

  #counting<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const method: unknown = Reflect.get(target, property, target);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          this.#underWay += 1;
          try {
            return await method(...args);
          } finally {
            this.#underWay -= 1;
          }
        };
      },
    });
  }
}
