import { isDeepStrictEqual } from 'node:util';
import {
  companionErrorSchema,
  companionRequestAnswerSchemas,
  companionServerEventSchemas,
  type RecordingState,
  recordingStateSchema,
  sessionReferenceSchema,
} from '@callside/schemas';
import { type SocketAddress, SocketClient } from './socket-client.ts';

type Answer = (state: RecordingState) => unknown;

type Request = keyof typeof companionRequestAnswerSchemas;

const answerLimitMs = 10_000;

/** A rep's desktop companion. By default, it acknowledges every recording state as applied. */
export class Companion extends SocketClient {
  answer: Answer | null = ({ sequence }) => ({ applied: sequence });
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(address: SocketAddress) {
    super('/companion', companionServerEventSchemas, address);
    this.socket.on('recording.state', (payload, acknowledge: (answer: unknown) => void) => {
      if (this.answer) acknowledge(this.answer(recordingStateSchema.parse(payload)));
    });
  }

  get recordingStates(): RecordingState[] {
    return this.named('recording.state').map((payload) => recordingStateSchema.parse(payload));
  }

  /** Resolves to the acknowledgement, which may be an error. */
  async ask(request: Request, ...payload: unknown[]): Promise<Record<string, unknown>> {
    const answer = await this.socket.timeout(answerLimitMs).emitWithAck(request, ...payload);
    const schema = 'error' in Object(answer) ? companionErrorSchema : companionRequestAnswerSchemas[request];
    if (!isDeepStrictEqual(schema.safeParse(answer).data, answer)) {
      this.faults.push(`${request} acknowledged with ${JSON.stringify(answer)}`);
    }
    return Object(answer);
  }

  /** Opens the session of the live call, or of the given one, and resolves to its id. */
  async open(callReference?: string): Promise<string> {
    const opened = await this.ask('session.open', callReference === undefined ? {} : { call_reference: callReference });
    return sessionReferenceSchema.parse(opened).session_id;
  }

  resume(sessionId: string): Promise<Record<string, unknown>> {
    return this.ask('session.resume', { session_id: sessionId });
  }

  closeSession(sessionId: string): Promise<Record<string, unknown>> {
    return this.ask('session.close', { session_id: sessionId });
  }

  chunk(sessionId: string, sequence: number, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.ask('session.chunk', {
      session_id: sessionId,
      sequence,
      speaker: 'rep',
      text: `chunk ${sequence}`,
      started_at: '2026-03-01T12:00:00.000Z',
      ended_at: '2026-03-01T12:00:01.000Z',
      ...fields,
    });
  }

  frame(sessionId: string): void {
    this.socket.emit('session.frame', sessionId, new Uint8Array(640));
  }

  /** Sends frames until the returned function is called. */
  stream(sessionId: string): () => void {
    const timer = setInterval(() => this.frame(sessionId), 20);
    this.#timers.push(timer);
    return () => clearInterval(timer);
  }

  override close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    super.close();
  }
}
