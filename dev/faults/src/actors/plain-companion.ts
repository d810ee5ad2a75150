import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Recorder } from '../history/recorder.ts';
import { openPushSocket } from './push-socket.ts';
import { RecordingNote } from './recording-note.ts';

const recordingSchema = z.object({ paused: z.boolean(), sequence: z.number(), call_reference: z.string().nullable() });
const endedSchema = z.object({ call_reference: z.string() });

interface CompanionOptions {
  recorder: Recorder;
  companion: string;
  rep: string;
  instance: number;
  url: string;
  token: string;
}

const frameMs = 100;
/** Without `alive` for this long, the state may be out of date. */
const silentAfterMs = 5000;

/**
 * A companion that does only what protocol 2 demands: it records during a live call that is not paused, by the last state that it received on
 * this connection; after 5 s without `alive` it stops, and connects again.
 */
export class PlainCompanion {
  readonly #options: CompanionOptions;
  readonly #socket: Socket;
  readonly #close: () => void;
  readonly #note: RecordingNote;
  readonly #microphone: ReturnType<typeof setInterval>;
  #received: { sequence: number; paused: boolean; call: string | null } | null = null;
  #isGreeted = false;
  #isMute = false;
  #withheld: (() => void)[] = [];
  /** Time since which it may record; null: it may not. */
  #since: number | null = null;
  /** When the last `alive` or state arrived. */
  #provenAt = 0;

  constructor(options: CompanionOptions) {
    this.#options = options;
    this.#note = new RecordingNote(options);
    const { recorder, companion, rep, instance, url, token } = options;
    const { socket, close } = openPushSocket({
      url,
      token,
      namespace: '/companion',
      protocol: 2,
      onPresence: (presence) => {
        if (presence !== 'opening') this.#isGreeted = false;
        if (presence === 'connected') this.#provenAt = recorder.now();
        if (presence === 'lost') {
          this.#capture();
          this.#received = null;
          this.#withheld = [];
          this.#judge();
        }
        recorder.note({ type: 'companion', companion, rep, instance, kind: 'plain', presence });
      },
    });
    this.#socket = socket;
    this.#close = close;
    this.#microphone = setInterval(() => this.#tick(), frameMs);
    socket.on('alive', () => {
      this.#provenAt = recorder.now();
    });
    socket.on('recording.state', (payload, acknowledge) => this.#hear(recordingSchema.parse(payload), acknowledge));
    socket.on('call.ended', (payload) => {
      const { call_reference } = endedSchema.parse(payload);
      if (this.#received?.call === call_reference) this.#received = { ...this.#received, call: null };
      this.#judge();
    });
  }

  get name(): string {
    return this.#options.companion;
  }

  get isListening(): boolean {
    return this.#socket.connected && this.#isGreeted;
  }

  /** It follows states, but sends no acknowledgements. */
  mute(): void {
    this.#isMute = true;
  }

  unmute(): void {
    this.#isMute = false;
    for (const acknowledge of this.#withheld.splice(0)) acknowledge();
  }

  close(): void {
    clearInterval(this.#microphone);
    this.#capture();
    this.#note.flush();
    this.#close();
  }

  #hear(
    { paused, sequence, call_reference }: z.infer<typeof recordingSchema>,
    acknowledge: (answer: { applied: number }) => void,
  ): void {
    const { recorder, companion, rep } = this.#options;
    recorder.note({
      type: 'delivered',
      companion,
      rep,
      isGreeting: !this.#isGreeted,
      sequence,
      paused,
      call: call_reference,
    });
    this.#isGreeted = true;
    this.#provenAt = recorder.now();
    if (this.#received === null || sequence >= this.#received.sequence)
      this.#received = { sequence, paused, call: call_reference };
    this.#judge();
    const { sequence: applied } = this.#received;
    const answer = () => {
      recorder.note({ type: 'acknowledged', companion, rep, sequence: applied });
      acknowledge({ applied });
    };
    if (this.#isMute) this.#withheld.push(answer);
    else answer();
  }

  #judge(): void {
    const mayRecord = this.#received !== null && !this.#received.paused && this.#received.call !== null;
    if (mayRecord) this.#since ??= this.#options.recorder.now();
    else if (this.#since !== null) this.#capture();
    if (!mayRecord) {
      this.#since = null;
      this.#note.flush();
    }
  }

  #tick(): void {
    this.#capture();
    if (!this.#socket.connected || this.#options.recorder.now() - this.#provenAt < silentAfterMs) return;
    this.#received = null;
    this.#judge();
    // It connects again after a moment.
    this.#socket.disconnect();
  }

  /** Notes the recording up to now; without permission to record, it notes nothing. */
  #capture(): void {
    if (this.#since === null) return;
    const now = Math.max(this.#since, Math.min(this.#options.recorder.now(), this.#provenAt + silentAfterMs));
    this.#note.add(this.#since, now);
    this.#since = now;
  }
}
