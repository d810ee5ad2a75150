import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { expectFields, expectShape, expectStatus } from './expect.ts';
import { type Answer, send } from './http.ts';

const outcomeSchema = z.object({
  accepted: z.literal(true),
  duplicate: z.boolean(),
  agent_resolved: z.boolean(),
  call_active: z.boolean(),
  delivered_sockets: z.int().min(0),
});
export type Outcome = z.infer<typeof outcomeSchema>;
type Fields = Readonly<Record<string, unknown>>;

interface Options {
  url: string;
  key: string;
  agent: string;
  run: string;
}

interface RawRequest {
  /** null: without the header. */
  key?: string | null;
  host?: string;
  query?: string;
}

const endAttempts = 3;

/** A dialler with one rep. Every id that it sends begins with the name of the run. */
export class EventSender {
  readonly #options: Options;
  #ids = 0;
  #phones = randomInt(100);
  #mayBeOnCall = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get agent(): string {
    return this.#options.agent;
  }

  newId(): string {
    this.#ids += 1;
    return `${this.#options.run}-${this.#ids}`;
  }

  /** Another one each time, of the numbers that are reserved for fiction. */
  newPhone(): string {
    this.#phones = (this.#phones + 1) % 100;
    return `+141555501${String(this.#phones).padStart(2, '0')}`;
  }

  /** The body of an event; an undefined field is left out. */
  body(fields: Fields = {}): string {
    const { agent, run } = this.#options;
    return JSON.stringify({
      agent_email: agent,
      event_id: this.newId(),
      metadata: { callside_accept: run },
      ...fields,
    });
  }

  /** Sends any body. */
  send(event: string, body: string, { key = this.#options.key, host, query = '' }: RawRequest = {}): Promise<Answer> {
    // Also when the answer is lost: it may have arrived.
    if (event === 'call-started') this.#mayBeOnCall = true;
    return send({
      url: `${this.#options.url}/call-events/${event}${query}`,
      method: 'POST',
      headers: { ...(key !== null && { 'x-api-key': key }), ...(host !== undefined && { host }) },
      body,
    });
  }

  /** The event is accepted, and its answer has at least these fields. */
  async post(event: string, fields: Fields = {}, expected: Partial<Outcome> = {}): Promise<Outcome> {
    const what = Object.keys(fields).length === 0 ? event : `${event} with ${Object.keys(fields).join(', ')}`;
    const answer = await this.send(event, this.body(fields));
    expectStatus(what, answer, 200);
    const outcome = expectShape(`${what}: the answer`, answer.json, outcomeSchema);
    expectFields(what, outcome, expected);
    return outcome;
  }

  /** Returns the number of the call. */
  async start(fields: Fields = {}): Promise<string> {
    const phone = this.newPhone();
    const live = { duplicate: false, agent_resolved: true, call_active: true };
    await this.post('call-started', { phone_number: phone, ...fields }, live);
    return phone;
  }

  async refuses(status: number, event: string, fields: Fields): Promise<Answer> {
    const answer = await this.send(event, this.body(fields));
    expectStatus(`${event} with ${JSON.stringify(fields)}`, answer, status);
    return answer;
  }

  /** Ends the call that a check may have left. Returns whether there is none any more. */
  async settle(): Promise<boolean> {
    for (let attempt = 0; this.#mayBeOnCall && attempt < endAttempts; attempt += 1) {
      const answer = await this.send('call-ended', this.body()).catch(() => null);
      if (answer?.status === 200) this.#mayBeOnCall = false;
    }
    return !this.#mayBeOnCall;
  }
}
