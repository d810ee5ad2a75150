import type { CallDetail, TranscriptionSession } from '@callside/schemas';
import { type HttpAnswer, type ServiceProcess, until } from '@callside/test-kit';
import type { Companion } from './companion.ts';
import { type Deployment, newRepOf, type RepAtWork } from './deployment.ts';
import { callsOf } from './records.ts';
import { type SessionRow, sessionOf } from './sessions.ts';

/** A rep on a call, and the servers' view of its transcription session. */
export class SessionDesk {
  readonly desk: RepAtWork;
  readonly reference: string;
  readonly #deployment: Deployment;
  readonly #headers: Record<string, string>;

  private constructor(deployment: Deployment, desk: RepAtWork, reference: string, token: string) {
    this.#deployment = deployment;
    this.desk = desk;
    this.reference = reference;
    this.#headers = { host: desk.brand.host, authorization: `Bearer ${token}` };
  }

  static async onCall(deployment: Deployment, server: ServiceProcess): Promise<SessionDesk> {
    const desk = await newRepOf(deployment);
    await desk.on(server).send('call-started');
    const [call] = await callsOf(deployment, desk.rep);
    if (call === undefined) throw new Error('the call has not begun');
    return new SessionDesk(deployment, desk, call.reference, await deployment.token(desk.rep, desk.brand, 'api'));
  }

  companion(server: ServiceProcess): Promise<Companion> {
    return this.desk.companion(server);
  }

  ask(server: ServiceProcess): Promise<HttpAnswer> {
    const path = `/${this.desk.brand.slug}/calls/${this.reference}`;
    return server.client.send({ method: 'GET', path, headers: this.#headers });
  }

  async read(server: ServiceProcess): Promise<TranscriptionSession | null> {
    const { status, text, json } = await this.ask(server);
    if (status !== 200) throw new Error(`the call was answered ${status}: ${text}`);
    return (json as CallDetail).transcription_session;
  }

  /** Waits until a server reports this value of `live`; retries after a 503. */
  showsLive(server: ServiceProcess, live: boolean): Promise<void> {
    return until(`live is ${live}`, async () => {
      const { status, json } = await this.ask(server);
      return status === 200 && (json as CallDetail).transcription_session?.live === live;
    });
  }

  onFile(sessionId: string): Promise<SessionRow> {
    return sessionOf(this.#deployment, sessionId);
  }

  isFinalized(sessionId: string): Promise<void> {
    return until('the session is finalized', async () => (await this.onFile(sessionId)).finalized_at !== null);
  }
}
