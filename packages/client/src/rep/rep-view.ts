import type { CallState, CallView } from '@callside/schemas';
import { currentConfirmation, type RepLink, type RepMemory } from './rep-memory.ts';

/** What a page shows of its rep. */
export interface RepView {
  /** While it is not `live` the rest is as of when it was. */
  link: RepLink;
  /** null until the service has told anything. */
  version: number | null;
  /** null: no call right now. */
  call: CallView | null;
  /** `confirmedAt`: when the companion confirmed just this; null while it has not. */
  recording: { paused: boolean; sequence: number; confirmedAt: string | null };
  customer: CallState['customer'];
  offers: CallState['offers'];
  /** The service says what this client cannot read: there is a newer one. */
  outdated: boolean;
}

export function repViewOf(memory: RepMemory): RepView {
  const { link, version, call, recording, customer, offers, outdated } = memory;
  const confirmedAt = currentConfirmation(memory)?.confirmed_at ?? null;
  return { link, version, call, recording: { ...recording, confirmedAt }, customer, offers, outdated };
}
