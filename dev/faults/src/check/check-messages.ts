// Every state that a tab shows or a companion receives was stored before. The first state of a connection is not older than an earlier one.

import type { ModelState } from '@callside/test-kit';
import type { History } from '../history/history.ts';
import { clientOf, type Occurrence } from '../history/occurrence.ts';
import type { Delivered } from '../history/occurrences/companions.ts';
import type { Shown } from '../history/occurrences/tabs.ts';
import { type Replay, replay } from './replay.ts';
import { Finder, type Findings, type Rule } from './violation.ts';

export function checkMessages(history: History): Findings {
  const finder = new Finder();
  const replayed = replay(history);
  const floors = new Floors();
  for (const occurrence of history.occurrences) {
    floors.note(occurrence);
    if (occurrence.type === 'shown') checkShown(occurrence, replayed, floors, finder);
    if (occurrence.type === 'delivered') checkDelivered(occurrence, replayed, floors, finder);
  }
  checkMeanings(history, finder);
  return finder.findings;
}

interface Known {
  version: number;
  sequence: number;
}

const nothing: Known = { version: 0, sequence: 0 };

/** The latest state of a rep that was seen before a client connected. The first state of the client is read later, so it is not older. */
class Floors {
  readonly #reps = new Map<string, Known>();
  readonly #clients = new Map<string, Known>();

  note(occurrence: Occurrence): void {
    if (occurrence.type === 'shown' || occurrence.type === 'delivered') {
      const known = this.#reps.get(occurrence.rep) ?? nothing;
      const version = occurrence.type === 'shown' ? occurrence.version : 0;
      this.#reps.set(occurrence.rep, {
        version: Math.max(known.version, version),
        sequence: Math.max(known.sequence, occurrence.sequence),
      });
    } else if ((occurrence.type === 'tab' || occurrence.type === 'companion') && occurrence.presence === 'opening') {
      this.#clients.set(clientOf(occurrence), this.#reps.get(occurrence.rep) ?? nothing);
    }
  }

  of(client: string): Known {
    return this.#clients.get(client) ?? nothing;
  }
}

function fallen(greeted: number, known: number): string | null {
  return greeted < known ? `greeted with ${greeted} after ${known} had been seen` : null;
}

function checkShown(shown: Shown, replayed: Replay, floors: Floors, finder: Finder): void {
  const { tab, rep, at, version, sequence, paused, call, onHold } = shown;
  const look = (rule: Rule, text: string | null) => finder.look(rule, tab, at, text);
  look('a pause ends with its call', paused && call === null ? 'shows a pause without a call' : null);
  const state = replayed.get(rep)?.byVersion.get(version);
  const text = stateText({ sequence, paused, call, onHold }, state, `version ${version}`);
  look(isStalePause(shown, state) ? 'a pause ends with its call' : 'a tab shows what is on file', text);
  if (shown.isGreeting) look('a version never decreases', fallen(version, floors.of(tab).version));
}

function checkDelivered(delivered: Delivered, replayed: Replay, floors: Floors, finder: Finder): void {
  const { companion, rep, at, sequence, paused, call } = delivered;
  const look = (rule: Rule, text: string | null) => finder.look(rule, companion, at, text);
  look('a pause ends with its call', paused && call === null ? 'received a pause without a call' : null);
  const state = replayed.get(rep)?.bySequence.get(sequence);
  const text = stateText({ sequence, paused, call, onHold: state?.onHold ?? false }, state, `sequence ${sequence}`);
  look(isStalePause(delivered, state) ? 'a pause ends with its call' : 'a companion gets what is on file', text);
  if (delivered.isGreeting) look('a sequence never decreases', fallen(sequence, floors.of(companion).sequence));
}

/** A pause that the specification does not have: on another call than the paused one, or without a call. */
function isStalePause({ paused, call }: Shown | Delivered, state: ModelState | undefined): boolean {
  return paused && state !== undefined && !state.paused && (call === null || state.call?.reference === call);
}

function stateText(
  seen: { sequence: number; paused: boolean; call: string | null; onHold: boolean },
  state: ModelState | undefined,
  place: string,
): string | null {
  if (state === undefined) return `${place} was never on file`;
  const { sequence, paused, onHold } = state;
  const expected = { sequence, paused, call: state.call?.reference ?? null, onHold };
  const isSame = JSON.stringify(seen) === JSON.stringify(expected);
  return isSame ? null : `${place}: ${JSON.stringify(seen)}, by the specification ${JSON.stringify(expected)}`;
}

/** A sequence has one meaning, for tabs and companions. This is checked without the database, which may be wrong too. */
function checkMeanings({ occurrences }: History, finder: Finder): void {
  const meanings = new Map<string, { paused: boolean; call: string | null }>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'shown' && occurrence.type !== 'delivered') continue;
    const { rep, sequence, paused, call, at } = occurrence;
    const known = meanings.get(`${rep} ${sequence}`);
    meanings.set(`${rep} ${sequence}`, known ?? { paused, call });
    if (known === undefined || (known.paused === paused && known.call === call)) continue;
    const text = `sequence ${sequence} has two meanings`;
    finder.look('a sequence never decreases', clientOf(occurrence), at, text);
  }
}
