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

interface Claim {
  state: 'confirmed' | 'requested' | 'unknown' | null;
  sequence: number;
  paused: boolean;
}

/** During a call without `alive` for this long, the recording is unknown. */
const silentAfterMs = 5000;
const lookEveryMs = 100;

interface TabOptions {
  recorder: Recorder;
  tab: string;
  rep: string;
  instance: number;
  url: string;
  token: string;
}

/** A browser tab that notes every message, and what it shows of the recording. It can sleep: then it stays connected and reads nothing. */
export class WatchedTab {
  readonly #options: TabOptions;
  readonly #socket: Socket;
  readonly #close: () => void;
  #state: State | null = null;
  readonly #watch: ReturnType<typeof setInterval>;
  /** By the messages of the service. */
  #claim: Claim | null = null;
  /** What it shows: `unknown` while the service does not prove the claim. */
  #shown: Claim | null = null;
  #provenAt = 0;
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
        this.#look();
      },
    });
    this.#socket = socket;
    this.#close = close;
    this.#watch = setInterval(() => this.#look(), lookEveryMs);
    socket.on('alive', () => this.#prove());
    socket.on('call.state', (payload) => {
      this.#provenAt = recorder.now();
      this.#show(stateSchema.parse(payload));
    });
    socket.on('call.event', (payload) => {
      const { event, event_id: eventId, position = null, state } = eventSchema.parse(payload);
      recorder.note({ type: 'event shown', tab, rep, event, eventId, position });
      this.#show(state);
    });
    socket.on('companion.presence', (payload) => {
      const { connected } = presenceSchema.parse(payload);
      if (this.#claim?.state) this.#claimState({ ...this.#claim, state: connected ? 'requested' : 'unknown' });
    });
    socket.on('recording.confirmation', (payload) => {
      const { sequence } = confirmationSchema.parse(payload);
      if (this.#claim?.state === 'requested' && this.#claim.sequence === sequence)
        this.#claimState({ ...this.#claim, state: 'confirmed' });
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
    clearInterval(this.#watch);
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
    // The message that opens a call is the first proof.
    if (call !== null && this.#state?.call == null) this.#provenAt = recorder.now();
    this.#state = state;
    const { sequence, paused } = recording;
    this.#claimState({ state: recording.state ?? null, sequence, paused });
  }

  #claimState(claim: Claim): void {
    this.#claim = claim;
    this.#look();
  }

  #prove(): void {
    this.#provenAt = this.#options.recorder.now();
    this.#look();
  }

  #look(): void {
    if (this.#claim === null) return;
    const { recorder, tab, rep } = this.#options;
    const isSilent = this.#state?.call != null && recorder.now() - this.#provenAt >= silentAfterMs;
    const isProven = this.#socket.connected && this.#isGreeted && !isSilent;
    const state = this.#claim.state !== null && !isProven ? 'unknown' : this.#claim.state;
    const { sequence, paused } = this.#claim;
    if (this.#shown?.state === state && this.#shown.sequence === sequence) return;
    this.#shown = { state, sequence, paused };
    recorder.note({ type: 'recording shown', tab, rep, ...this.#shown });
  }
}

/** socket.io-client does not expose its WebSocket. In Node it is one of the package ws, which can pause. */
function webSocketOf(socket: Socket): { pause: () => void; resume: () => void } | null {
  const webSocket = Object(socket.io.engine?.transport).ws;
  return typeof Object(webSocket).pause === 'function' ? webSocket : null;
}
