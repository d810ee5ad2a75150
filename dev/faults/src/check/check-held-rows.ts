// While another session holds the row of a rep, the events of all other reps are recorded as usual.

import type { History } from '../history/history.ts';
import type { Answered, Sent } from '../history/occurrences/attempts.ts';
import { circumstancesOf, limitMs } from './circumstances.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a held row delays only its rep';

/** Before a sender gives an attempt up. */
const answeredWithinMs = 2500;

export function checkHeldRows(history: History): Findings {
  const finder = new Finder();
  const { calm, deadline, heldRows, slowCommits } = circumstancesOf(history);
  if (heldRows.length === 0) return finder.findings;
  const repsByEmail = new Map(history.reps.map(({ rep, email }) => [email, rep]));
  const answers = new Map(
    history.occurrences.flatMap((each) => (each.type === 'answered' ? [[attemptOf(each), each] as const] : [])),
  );
  for (const sent of history.occurrences) {
    if (sent.type !== 'sent') continue;
    const { at, eventId, agentEmail } = sent;
    const dueAt = deadline(at, answeredWithinMs);
    // The time after a repair is left out.
    const isUndisturbed =
      calm.some(({ from, to }) => (from === 0 || from <= at - limitMs) && dueAt <= to) &&
      // The slow commits of the event before and of its own may take longer than a sender waits.
      !slowCommits.some(({ from, to }) => from < dueAt && at - limitMs < to);
    const held = heldRows.filter(({ span }) => span.from < dueAt && at < span.to).map(({ rep }) => rep);
    if (held.length === 0 || held.includes(repsByEmail.get(agentEmail) ?? '') || !isUndisturbed) continue;
    const answer = answers.get(attemptOf(sent));
    const isRight = answer?.status === 200 && answer.at <= dueAt;
    const text = isRight ? null : `${answer?.status ?? 'not'} answered while the row of ${held.join(' and ')} was held`;
    finder.look(rule, eventId, at, text);
  }
  return finder.findings;
}

function attemptOf({ eventId, delivery, attempt }: Sent | Answered): string {
  return JSON.stringify([eventId, delivery, attempt]);
}
