// All random decisions of a run are made here, before it begins: the same seed and switches give the same plan.

import type { CallEventName } from '@callside/schemas';
import { type ScriptedEvent, scriptCall } from './call-script.ts';
import { createDraws, type Draws } from './draws.ts';
import type { Faults } from './faults.ts';

export interface PlanInput {
  reps: number;
  calls: number;
  /** Events a second, of all reps together, without repeated sending. */
  rate: number;
  faults: Faults;
  seed: number;
}

export interface PlannedCall {
  /** From 1. */
  number: number;
  phoneNumber: string;
  customerId: string | null;
}

export interface PlannedEvent {
  call: PlannedCall;
  event: CallEventName;
  /** Number among the events of its name in the call, from 1. */
  ordinal: number;
  /** Time since the beginning of the run. */
  atMs: number;
  /** false: it is sent without waiting for the answer to the rep's previous event. */
  waits: boolean;
  isReordered: boolean;
  /** Index of the instance that it is sent to, modulo their number. */
  server: number;
  /** Number of copies sent at the same time. */
  copies: number;
  /** Number of dropped answers. */
  lostAnswers: number;
  resendAfterMs: number | null;
  /** Index of the rep's socket that is cut meanwhile. */
  cutSocket: number | null;
}

export interface PlannedRep {
  /** From 1. */
  number: number;
  tabs: number;
  /** How far the clock of the rep's dialler is ahead. */
  clockSkewMs: number;
  /** In order of sending. */
  events: PlannedEvent[];
}

/** The calls of one rep are sequential; each rep's events come at roughly even intervals. */
export function planSimulation({ reps, calls, rate, faults, seed }: PlanInput): PlannedRep[] {
  const draws = createDraws(seed);
  const intervalMs = (Math.min(reps, calls) / rate) * 1000;
  return Array.from({ length: reps }, (_, index): PlannedRep => {
    const tabs = draws.whole(2, 3);
    const skewMs = faults.clockSkewSeconds * 1000;
    const clockSkewMs = Math.round(draws.between(-skewMs, skewMs));
    const numbers = Array.from({ length: calls }, (_call, at) => at + 1).filter((at) => (at - 1) % reps === index);
    let atMs = draws.between(0, intervalMs);
    const events = numbers.flatMap((number, at) => {
      const call = planCall(draws, number);
      return scriptCall(draws, { isLast: at === numbers.length - 1 }).map((scripted) => {
        const planned = planEvent(draws, { call, scripted, atMs, sockets: tabs + 1, faults });
        atMs += intervalMs * draws.between(0.5, 1.5);
        return planned;
      });
    });
    return { number: index + 1, tabs, clockSkewMs, events: reorder(draws, events, faults.reordering) };
  });
}

/** Fictional numbers: the line 555-01xx of every area. */
function planCall(draws: Draws, number: number): PlannedCall {
  const area = 200 + (Math.floor(number / 100) % 800);
  const line = String(number % 100).padStart(2, '0');
  const customerId = draws.chance(0.5) ? String(number).padStart(6, '0') : null;
  return { number, phoneNumber: `+1${area}55501${line}`, customerId };
}

function planEvent(
  draws: Draws,
  {
    call,
    scripted,
    atMs,
    sockets,
    faults,
  }: { call: PlannedCall; scripted: ScriptedEvent; atMs: number; sockets: number; faults: Faults },
): PlannedEvent {
  return {
    call,
    ...scripted,
    atMs,
    waits: true,
    isReordered: false,
    server: draws.whole(0, 9999),
    copies: draws.chance(faults.duplicates) ? draws.whole(2, 3) : 1,
    lostAnswers: draws.chance(faults.drops) ? draws.whole(1, 2) : 0,
    resendAfterMs: draws.chance(faults.lateRetries) ? Math.round(draws.between(1000, 6000)) : null,
    cutSocket: draws.chance(faults.drops) ? draws.whole(0, sockets - 1) : null,
  };
}

/** Makes events arrive after the next one of their call: half of them by a race on two instances, half by swapping them. */
function reorder(draws: Draws, events: readonly PlannedEvent[], share: number): PlannedEvent[] {
  const sent = [...events];
  for (let at = 0; at + 1 < sent.length; at += 1) {
    const [late, early] = [sent[at], sent[at + 1]];
    if (!late || !early || late.call !== early.call || !draws.chance(share)) continue;
    const marked = { isReordered: true };
    const isRace = draws.chance(0.5);
    if (isRace) {
      sent[at + 1] = { ...early, ...marked, atMs: late.atMs, waits: false, server: late.server + 1 };
    } else {
      sent[at] = { ...early, ...marked, atMs: late.atMs };
      sent[at + 1] = { ...late, ...marked, atMs: early.atMs };
    }
    at += 1;
  }
  return sent;
}
