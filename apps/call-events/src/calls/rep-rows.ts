import type { CustomerMatch, RecordingBy } from '@callside/schemas';
import { type OffersColumn, toOffers } from '../offers/index.ts';
import type { Columns } from '../row-arrays.ts';
import type { CompanionColumns } from './companions.sql.ts';
import type { SavedState } from './rules/decide-batch.ts';
import type { LiveCall, PresentCompanions, RecordingConfirmed, RepSnapshot } from './rules/rep-state.ts';

/** The columns of a rep's state in rep_state: how they are written. */
export const repStateColumns = {
  version: ['bigint', ({ state }) => state.version],
  position: ['bigint', ({ position }) => position],
  call_id: ['uuid', ({ state }) => state.call?.id ?? null],
  call_reference: ['uuid', ({ state }) => state.call?.reference ?? null],
  phone_number: ['text', ({ state }) => state.call?.phoneNumber ?? null],
  customer_id: ['text', ({ state }) => state.call?.customerId ?? null],
  customer: ['text', ({ state }) => (state.call?.customer ? JSON.stringify(state.call.customer) : null)],
  call_started_at: ['timestamptz', ({ state }) => state.call?.startedAt ?? null],
  on_hold: ['boolean', ({ state }) => state.onHold],
  recording_paused: ['boolean', ({ state }) => state.recordingPaused],
  recording_sequence: ['bigint', ({ state }) => state.recordingSequence],
} satisfies Columns<Pick<SavedState, 'position' | 'state'>>;

/** The columns of rep_state that a `RepRow` has, of the row `of`. */
export function repColumns(of: string): string {
  const names = [...Object.keys(repStateColumns), 'confirmed_sequence', 'confirmed_paused', 'confirmed_at'];
  return names.map((name) => `${of}.${name}`).join(', ');
}

/** The columns of the last confirmation in rep_state. */
interface ConfirmationColumns {
  confirmed_sequence: string | null;
  confirmed_paused: boolean | null;
  confirmed_at: Date | null;
}

/** A row of rep_state from the driver, with its user; all null if the rep has no state yet. */
export interface RepRow extends ConfirmationColumns, CompanionColumns {
  user_id: string;
  email: string;
  recording_by: RecordingBy;
  version: string | null;
  position: string | null;
  call_id: string | null;
  call_reference: string | null;
  phone_number: string | null;
  customer_id: string | null;
  customer: CustomerMatch | null;
  call_started_at: Date | null;
  on_hold: boolean | null;
  recording_paused: boolean | null;
  recording_sequence: string | null;
  /** Only read for a snapshot. */
  offers?: OffersColumn | null;
}

/** Numbers hold these bigint columns exactly: versions, and sequences in milliseconds. */
export function toRepSnapshot(row: RepRow): RepSnapshot {
  const call = toLiveCall(row);
  return {
    userId: row.user_id,
    agentEmail: row.email,
    position: Number(row.position ?? 0),
    state: {
      version: Number(row.version ?? 0),
      call,
      onHold: row.on_hold === true,
      recordingPaused: row.recording_paused === true,
      recordingSequence: Number(row.recording_sequence ?? 0),
    },
    recordingBy: row.recording_by,
    companions: toPresentCompanions(row),
    confirmation: toConfirmation(row),
    ...(row.offers !== undefined && { offers: call && row.offers && toOffers(call.reference, row.offers) }),
  };
}

function toLiveCall({ call_id: id, call_reference: reference, ...row }: RepRow): LiveCall | null {
  const { phone_number: phoneNumber, customer_id: customerId, customer, call_started_at: startedAt } = row;
  return id && reference && phoneNumber !== null && startedAt
    ? { id, reference, phoneNumber, customerId, customer, startedAt }
    : null;
}

function toConfirmation(row: ConfirmationColumns): RecordingConfirmed | null {
  if (row.confirmed_sequence === null || row.confirmed_at === null) return null;
  return {
    sequence: Number(row.confirmed_sequence),
    paused: row.confirmed_paused === true,
    confirmedAt: row.confirmed_at,
  };
}

function toPresentCompanions(row: CompanionColumns): PresentCompanions {
  const acknowledgedSequence = row.acknowledged_sequence === null ? null : Number(row.acknowledged_sequence);
  return {
    connected: row.companions,
    lost: row.lost_companions,
    acknowledgedSequence,
    acknowledgedAt: row.acknowledged_at,
  };
}
