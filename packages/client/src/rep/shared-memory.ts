import { callStateSchema, recordingConfirmationSchema } from '@callside/schemas';
import { initialRepMemory, type RepMemory, type RepSignal, reduceRepMemory } from './rep-memory.ts';
import type { TabChannel } from './tab-channel.ts';

/**
 * What one tab knows, kept equal with the other tabs of its rep: it tells them what is news to it, and only what it has
 * heard from the service itself, so that nothing goes round in circles and what another service told of old stays buried.
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
      const signal = readTold(message);
      if (signal !== null) this.#take(signal);
    });
  }

  close(): void {
    this.#channel?.close();
  }

  /** Takes what this tab's own connection brings. */
  hear(signal: RepSignal): void {
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

type Told = Extract<RepSignal, { type: 'told' | 'confirmation told' }>;

/** As posted: a release of the page that does not know the companions' presence understands both. */
type Post = Extract<RepSignal, { type: 'told' | 'recording.confirmation' }>;

function newsOf(signal: RepSignal, before: RepMemory, after: RepMemory): Post | null {
  if (signal.type === 'recording.confirmation') return after.confirmation === before.confirmation ? null : signal;
  if (signal.type !== 'call.state' && signal.type !== 'call.event') return null;
  const state = signal.type === 'call.state' ? signal.state : signal.message.state;
  const isHigher = before.version === null || state.version > before.version;
  const isLaterRecording = state.recording.sequence > before.recording.sequence;
  return isHigher || isLaterRecording ? { type: 'told', state } : null;
}

/** null for what another release of the page tells and this one cannot read. */
function readTold(message: unknown): Told | null {
  const { type, state, confirmation } = Object(message);
  if (type === 'told') {
    const read = callStateSchema.safeParse(state);
    return read.success ? { type, state: read.data } : null;
  }
  if (type !== 'recording.confirmation') return null;
  const read = recordingConfirmationSchema.safeParse(confirmation);
  return read.success ? { type: 'confirmation told', confirmation: read.data } : null;
}
