import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Recorder } from '../history/recorder.ts';
import { openPushSocket } from './push-socket.ts';

const recordingStateName = z.enum(['confirmed', 'requested', 'unknown']);
const stateSchema = z.object({
  position: z.number().optional(),
  version: z.number(),
  call: z.object({ reference: z.string(), on_hold: z.boolean() }).nullable(),
  recording: z.object({ paused: z.boolean(), sequence: z.number(), state: recordingStateName.optional() }),
});
const eventSchema = z.object({
  event: z.enum(['call-started', 'call-ended', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed']),
  event_id: z.string().nullable(),
  position: z.number().optional(),
  state: stateSchema,
});
const presenceSchema = z.object({ connected: z.boolean() });
const confirmationSchema = z.object({ sequence: z.number() });
type State = z.infer<typeof stateSchema>;

interface TabOptions {
  recorder: Recorder;
  tab: string;
  rep: string;
  instance: number;
  url: string;
  token: string;
}

/** A browser tab that notes every message. It can sleep: then it stays connected and reads nothing. */
export class WatchedTab {
  readonly #options: TabOptions;
  readonly #socket: Socket;
  readonly #close: () => void;
  #state: State | null = null;
  #claim: { state: 'confirmed' | 'requested' | 'unknown' | null; sequence: number } | null = null;
  #isGreeted = false;
  #isAsleep = false;

  constructor(options: TabOptions) {
    this.#options = options;
    const { recorder, tab, rep, instance, url, token } = options;
    const { socket, close } = openPushSocket({
      url,
      token,
      namespace: '/rep',
      onPresence: (presence) => {
        if (presence !== 'opening') this.#isGreeted = false;
        recorder.note({ type: 'tab', tab, rep, instance, presence });
      },
    });
    this.#socket = socket;
    this.#close = close;
    socket.on('call.state', (payload) => this.#show(stateSchema.parse(payload)));
    socket.on('call.event', (payload) => {
      const { event, event_id: eventId, position = null, state } = eventSchema.parse(payload);
      recorder.note({ type: 'event shown', tab, rep, event, eventId, position });
      this.#show(state);
    });
    socket.on('companion.presence', (payload) => {
      const { connected } = presenceSchema.parse(payload);
      if (this.#claim?.state) this.#claimState(connected ? 'requested' : 'unknown', this.#claim.sequence);
    });
    socket.on('recording.confirmation', (payload) => {
      const { sequence } = confirmationSchema.parse(payload);
      if (this.#claim?.state === 'requested' && this.#claim.sequence === sequence)
        this.#claimState('confirmed', sequence);
    });
  }

  get name(): string {
    return this.#options.tab;
  }

  get isListening(): boolean {
    return this.#socket.connected && this.#isGreeted && !this.#isAsleep;
  }

  sleep(): void {
    if (this.#isAsleep) return;
    const { recorder, tab, rep, instance } = this.#options;
    this.#isAsleep = true;
    recorder.note({ type: 'tab', tab, rep, instance, presence: 'asleep' });
    webSocketOf(this.#socket)?.pause();
  }

  wake(): void {
    if (!this.#isAsleep) return;
    const { recorder, tab, rep, instance } = this.#options;
    this.#isAsleep = false;
    webSocketOf(this.#socket)?.resume();
    recorder.note({ type: 'tab', tab, rep, instance, presence: 'awake' });
  }

  close(): void {
    this.#close();
  }

  #show(state: State): void {
    const { recorder, tab, rep } = this.#options;
    const { version, call, recording, position = null } = state;
    recorder.note({
      type: 'shown',
      tab,
      rep,
      isGreeting: !this.#isGreeted,
      version,
      sequence: recording.sequence,
      paused: recording.paused,
      call: call?.reference ?? null,
      onHold: call?.on_hold ?? false,
      position,
    });
    this.#isGreeted = true;
    if (this.#state !== null && version < this.#state.version) return;
    this.#state = state;
    this.#claimState(recording.state ?? null, recording.sequence);
  }

  #claimState(state: 'confirmed' | 'requested' | 'unknown' | null, sequence: number): void {
    if (this.#claim?.state === state && this.#claim.sequence === sequence) return;
    this.#claim = { state, sequence };
    const { recorder, tab, rep } = this.#options;
    recorder.note({ type: 'recording shown', tab, rep, state, sequence });
  }
}

/** socket.io-client does not expose its WebSocket. In Node it is one of the package ws, which can pause. */
function webSocketOf(socket: Socket): { pause: () => void; resume: () => void } | null {
  const webSocket = Object(socket.io.engine?.transport).ws;
  return typeof Object(webSocket).pause === 'function' ? webSocket : null;
}
