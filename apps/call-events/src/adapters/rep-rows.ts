import type { CustomerMatch } from '@callside/schemas';
import type { CompanionColumns } from '../delivery/companions.sql.ts';
import { remember, replacedCall } from '../domain/past-platform-calls.ts';
import type {
  LiveCall,
  PastPlatformCall,
  PresentCompanions,
  RecordingConfirmed,
  RepSnapshot,
  RepState,
} from '../domain/rep-state.ts';
import { type OffersColumn, toOffers } from './offers/offers.sql.ts';

/** The columns of the last confirmation in rep_state. */
export interface ConfirmationColumns {
  confirmed_sequence: string | null;
  confirmed_paused: boolean | null;
  confirmed_at: Date | null;
}

/** What is stored of an earlier call of the platform. Absent for calls that an earlier release has stored. */
interface PastCallColumn {
  has_ended: boolean;
  ended_at: string | null;
  recording_paused: boolean;
}

/** A row of rep_state from the driver, with its user; all null if the rep has no state yet. */
export interface RepRow extends ConfirmationColumns, CompanionColumns {
  user_id: string;
  email: string;
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
  /** Only read for events. */
  platform_call?: string | null;
  platform_call_of?: string | null;
  past_platform_calls?: string[] | null;
  past_call_states?: Record<string, PastCallColumn> | null;
  paused_by?: string | null;
  platform_started_at?: Date | null;
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
      ...toPlatformState(row, call),
      onHold: row.on_hold === true,
      recordingPaused: row.recording_paused === true,
      pausedBy: (row.recording_paused && row.paused_by) || null,
      recordingSequence: Number(row.recording_sequence ?? 0),
    },
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

/** The deactivation of a user, and an earlier release, change the call only: then the platform's call is over. */
function toPlatformState(row: RepRow, call: LiveCall | null) {
  const platformCall = row.platform_call ?? null;
  const past = toPastPlatformCalls(row);
  if (call?.id === row.platform_call_of) {
    return { platformCall, platformStartedAt: row.platform_started_at ?? null, pastPlatformCalls: past };
  }
  const over = platformCall === null ? [] : [replacedCall(platformCall)];
  return { platformCall: null, platformStartedAt: null, pastPlatformCalls: remember(over, past) };
}

function toPastPlatformCalls({ past_platform_calls: past, past_call_states: states }: RepRow): PastPlatformCall[] {
  return (past ?? []).map((platformCall) => {
    const stored = states?.[platformCall];
    const endedAt = stored?.ended_at ? new Date(stored.ended_at) : null;
    return {
      platformCall,
      hasEnded: stored?.has_ended === true,
      endedAt,
      recordingPaused: stored?.recording_paused === true,
    };
  });
}

/** The column `past_call_states`. */
export function toPastCallStates({ pastPlatformCalls }: RepState): string {
  const states = pastPlatformCalls.map(({ platformCall, hasEnded, endedAt, recordingPaused }) => [
    platformCall,
    { has_ended: hasEnded, ended_at: endedAt, recording_paused: recordingPaused },
  ]);
  return JSON.stringify(Object.fromEntries(states));
}

export function toConfirmation(row: ConfirmationColumns): RecordingConfirmed | null {
  if (row.confirmed_sequence === null || row.confirmed_at === null) return null;
  return {
    sequence: Number(row.confirmed_sequence),
    paused: row.confirmed_paused === true,
    confirmedAt: row.confirmed_at,
  };
}

export function toPresentCompanions(row: CompanionColumns): PresentCompanions {
  const acknowledgedSequence = row.acknowledged_sequence === null ? null : Number(row.acknowledged_sequence);
  return {
    connected: row.companions,
    lost: row.lost_companions,
    acknowledgedSequence,
    acknowledgedAt: row.acknowledged_at,
  };
}
