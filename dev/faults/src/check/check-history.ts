import type { History } from '../history/history.ts';
import { checkCatchingUp } from './check-catching-up.ts';
import { checkConfirmations } from './check-confirmations.ts';
import { checkConfirmedPauses } from './check-confirmed-pauses.ts';
import { checkEventsShown } from './check-events-shown.ts';
import { checkExports } from './check-exports.ts';
import { checkHeldRows } from './check-held-rows.ts';
import { checkKeys } from './check-keys.ts';
import { checkMessages } from './check-messages.ts';
import { checkOffers } from './check-offers.ts';
import { checkOrder } from './check-order.ts';
import { checkPauses } from './check-pauses.ts';
import { checkReturns } from './check-returns.ts';
import { checkRows } from './check-rows.ts';
import { checkSessions } from './check-sessions.ts';
import { checkStates } from './check-states.ts';
import type { Findings, Rule } from './violation.ts';

const checks = [
  checkRows,
  checkStates,
  checkMessages,
  checkCatchingUp,
  checkEventsShown,
  checkOrder,
  checkPauses,
  checkConfirmations,
  checkConfirmedPauses,
  checkHeldRows,
  checkExports,
  checkOffers,
  checkKeys,
  checkSessions,
  checkReturns,
];

/** Compares a history with the specification. Pure: the same history gives the same findings. */
export function checkHistory(history: History): Findings {
  const examined: Partial<Record<Rule, number>> = {};
  const found = checks.map((check) => check(history));
  for (const findings of found) {
    for (const [rule, count] of Object.entries(findings.examined))
      examined[rule as Rule] = (examined[rule as Rule] ?? 0) + count;
  }
  return { examined, violations: found.flatMap(({ violations }) => violations) };
}
