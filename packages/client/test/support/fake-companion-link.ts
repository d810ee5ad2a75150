import type { RecordingState } from '@callside/schemas';
import type { CompanionLink, CompanionLinkEvents } from '../../src/companion/companion-link.ts';

export interface PendingRequest {
  event: string;
  payload: Record<string, unknown>;
  /** The number of the connection that carried it. */
  connection: number;
  answer: (answer: unknown) => void;
}

/** A link that the test controls: it connects, delivers and answers when the test says so. */
export class FakeCompanionLink implements CompanionLink {
  /** The companion's actions, in order: `ack 5`, `frame`, `renew`, `left`. */
  readonly log: string[] = [];
  requests: PendingRequest[] = [];
  probes: (() => void)[] = [];
  connection = 0;
  isConnected = false;
  probing = true;
  /** Called with every acknowledgement, and the number of the connection that it belongs to. */
  onAcknowledged = (_applied: number, _connection: number) => {};
  #events: CompanionLinkEvents | undefined;
  #lost: (() => void)[] = [];

  start(events: CompanionLinkEvents): void {
    this.#events = events;
  }

  async stop(hasStopped: Promise<boolean>): Promise<void> {
    this.log.push((await hasStopped) ? 'left' : 'closed');
    this.isConnected = false;
  }

  connect(): void {
    if (this.isConnected) this.lose();
    this.isConnected = true;
    this.connection += 1;
    this.#events?.connected();
  }

  lose(): void {
    this.isConnected = false;
    this.requests = [];
    this.probes = [];
    this.#events?.lost();
    for (const reject of this.#lost) reject();
    this.#lost = [];
  }

  refuse(): void {
    this.isConnected = false;
    this.#events?.refused();
  }

  say(state: RecordingState): void {
    this.sayAnything(state);
  }

  sayAnything(payload: unknown): void {
    const { connection } = this;
    this.#events?.recordingState(payload, ({ applied }) => {
      this.log.push(`ack ${applied}`);
      this.onAcknowledged(applied, connection);
    });
  }

  endCall(call_reference: string): void {
    this.#events?.callEnded({ call_reference });
  }

  prove(): void {
    this.#events?.alive();
  }

  answerProbes(): void {
    for (const answered of this.probes.splice(0)) answered();
  }

  request(event: string, payload: object): Promise<unknown> {
    if (!this.isConnected) return Promise.reject(new Error('not connected'));
    return new Promise((resolve, reject) => {
      this.#lost.push(() => reject(new Error('lost')));
      const { connection } = this;
      this.requests.push({ event, payload: { ...payload }, connection, answer: resolve });
    });
  }

  sendFrame(sessionId: string, bytes: Uint8Array): void {
    this.log.push(`frame ${bytes[0]} of ${sessionId}`);
  }

  canProbe(): boolean {
    return this.probing;
  }

  probe(answered: () => void): void {
    if (this.isConnected) this.probes.push(answered);
  }

  renew(): void {
    this.log.push('renew');
    this.lose();
  }
}
