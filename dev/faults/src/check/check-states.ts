// The rows of a rep, replayed through the model, give the stored state.

import type { ModelStep } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import type { EventRow, RepOnFile } from '../history/on-file.ts';
import { type RepReplay, replay } from './replay.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'the state on file is the state of the specification';

export function checkStates(history: History): Findings {
  const finder = new Finder();
  const onFile = new Map(history.onFile.reps.map((state) => [state.rep, state]));
  for (const replayed of replay(history).values()) {
    for (const { row, step } of replayed.rows)
      finder.look(rule, row.eventId ?? String(row.id), null, wrongRow(row, step));
    const state = onFile.get(replayed.rep);
    finder.look(rule, replayed.rep, null, wrongState(state, replayed));
    if (state === undefined) continue;
    const survives = state.paused && state.call === null;
    finder.look('a pause ends with its call', replayed.rep, null, survives ? 'paused on file without a call' : null);
  }
  checkCalls(history, finder);
  checkPositions(history, finder);
  return finder.findings;
}

function wrongRow({ id, callActive }: EventRow, { isResend, isOnLiveCall }: ModelStep): string | null {
  if (isResend) return 'a resend of the live call has a row';
  return isOnLiveCall === callActive ? null : `row ${id} says call_active ${callActive}`;
}

function wrongState(state: RepOnFile | undefined, { rep, rows, final }: RepReplay): string | null {
  if (state === undefined) return rows.length > 0 ? 'the rep has events but no state' : null;
  const { version, sequence, paused, onHold } = final;
  const expected = { rep, version, sequence, paused, call: final.call?.reference ?? null, onHold };
  if (isSame(state, expected)) return null;
  return `on file ${JSON.stringify(state)}, by the specification ${JSON.stringify(expected)}`;
}

function isSame(one: object, other: object): boolean {
  const [entries, others] = [one, other].map((state) => JSON.stringify(Object.entries(state).sort()));
  return entries === others;
}

function checkCalls(history: History, finder: Finder): void {
  const endings = new Map<string, string | null>();
  for (const { rows } of replay(history).values()) for (const replayed of rows) noteEndings(replayed, endings);
  const calls = new Map(history.onFile.calls.map((call) => [call.reference, call]));
  for (const [reference, reason] of endings) {
    const call = calls.get(reference);
    const text = call?.endReason === reason ? null : `ended ${call?.endReason}, by the specification ${reason}`;
    finder.look(rule, `call ${reference}`, null, call ? text : 'a call that was opened is not on file');
  }
  for (const { reference } of calls.values()) {
    if (!endings.has(reference)) finder.look(rule, `call ${reference}`, null, 'no event opened this call');
  }
}

/** Null: the call is live. */
function noteEndings(
  { row, before, step, after }: RepReplay['rows'][number],
  endings: Map<string, string | null>,
): void {
  if (before.call && step.states.length > 0 && before.call.reference !== after.call?.reference) {
    endings.set(before.call.reference, row.event === 'call-ended' ? 'ended' : 'superseded');
  }
  if (after.call && !endings.has(after.call.reference)) endings.set(after.call.reference, null);
}

/** The positions of a rep's events are 1, 2, 3, … in the order of their ids. */
function checkPositions({ onFile }: History, finder: Finder): void {
  const last = new Map<string, number>();
  for (const { id, eventId, rep, position } of onFile.events) {
    if (rep === null) continue;
    const due = (last.get(rep) ?? 0) + 1;
    last.set(rep, position ?? due);
    const text = position === due ? null : `has the position ${position} and not ${due}`;
    finder.look("the positions of a rep's events have no gap", eventId ?? String(id), null, text);
  }
}
