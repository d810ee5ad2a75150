import { type CallState, callOffersSchema, callStateSchema, recordingConfirmationSchema } from '@callside/schemas';
import { initialRepMemory, type RepMemory, type RepSignal, reduceRepMemory } from './rep-memory.ts';
import type { TabChannel } from './tab-channel.ts';

/**
 * The state of one tab, shared with the other tabs of its rep. A tab posts only news that it received from the service itself. So
 * messages do not circulate, and old states of another service are not spread.
 */
export class SharedMemory {
  #memory = initialRepMemory;
  readonly #channel: TabChannel | null;
  readonly #onSignal: (signal: RepSignal) => void;

  constructor({ channel, onSignal }: { channel: TabChannel | null; onSignal: (signal: RepSignal) => void }) {
    this.#channel = channel;
    this.#onSignal = onSignal;
  }

  get current(): RepMemory {
    return this.#memory;
  }

  open(): void {
    this.#channel?.listen((message) => {
      const signal = readPost(message);
      if (signal !== null) this.#take(signal);
    });
  }

  close(): void {
    this.#channel?.close();
  }

  /** Applies a signal of this tab's own connection. */
  receive(signal: RepSignal): void {
    const before = this.#memory;
    this.#take(signal);
    const news = newsOf(signal, before, this.#memory);
    if (news !== null) this.#channel?.post(news);
  }

  #take(signal: RepSignal): void {
    this.#memory = reduceRepMemory(this.#memory, signal);
    this.#onSignal(signal);
  }
}

type FromAnotherTab = Extract<RepSignal, { type: 'state of another tab' | 'confirmation of another tab' | 'offers' }>;

/** The posted form. Do not change these types: tabs with an older release of the page read them. */
type Post = { type: 'told'; state: CallState } | Extract<RepSignal, { type: 'recording.confirmation' | 'offers' }>;

function newsOf(signal: RepSignal, before: RepMemory, after: RepMemory): Post | null {
  if (signal.type === 'recording.confirmation') return after.confirmation === before.confirmation ? null : signal;
  if (signal.type === 'offers') return after.offers === before.offers ? null : signal;
  if (signal.type !== 'call.state' && signal.type !== 'call.event') return null;
  const state = signal.type === 'call.state' ? signal.state : signal.message.state;
  const isHigher = before.version === null || state.version > before.version;
  const isLaterRecording = state.recording !== null && state.recording.sequence > before.recording.sequence;
  return isHigher || isLaterRecording ? { type: 'told', state } : null;
}

/** null for a message of another release that this one cannot read. */
function readPost(message: unknown): FromAnotherTab | null {
  const { type, state, confirmation, offers } = Object(message);
  if (type === 'told') {
    const read = callStateSchema.safeParse(state);
    return read.success ? { type: 'state of another tab', state: read.data } : null;
  }
  if (type === 'offers') {
    const read = callOffersSchema.safeParse(offers);
    return read.success ? { type, offers: read.data } : null;
  }
  if (type !== 'recording.confirmation') return null;
  const read = recordingConfirmationSchema.safeParse(confirmation);
  return read.success ? { type: 'confirmation of another tab', confirmation: read.data } : null;
}
