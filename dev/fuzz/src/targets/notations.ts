import { type NotationCase, notationCaseSchema, notationCases } from '../arbitraries/notations.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { exchange } from '../http-exchange.ts';
import { requestBytes } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

/** What an odd form means: numbers in any spelling, bodies whose encoding is named wrongly, signs of instants, plus signs in forms. */
export function notationTarget({ callEvents, host, callEventsKey, plusEmail, query }: SystemUnderTest): FuzzTarget {
  const readRow = async (requestId: string) => {
    const [row] = await query<{
      agent_email: string;
      phone_number: string;
      occurred_at: Date;
      agent_resolved: boolean;
    }>(
      `SELECT agent_email, phone_number, occurred_at, agent_resolved FROM call_events
        WHERE request_id = $1 ORDER BY id DESC LIMIT 1`,
      [requestId],
    );
    return row;
  };

  return defineTarget({
    name: 'event-notation',
    schema: notationCaseSchema,
    cases: notationCases({ host, key: callEventsKey, agent: plusEmail }),
    check: async ({ request, meant }: NotationCase) => {
      const answer = await exchange(callEvents.port, requestBytes(request));
      if (answer?.status !== 200) throw new Error(`answered ${answer?.status}: ${answer?.text.slice(0, 500)}`);
      const row = await readRow(answer.headers.get('x-request-id') ?? '');
      if (row === undefined) {
        // The start of the call that the rep is on already.
        if (answer.text.includes('"duplicate":true')) return;
        throw new Error('answered 200, and is not on file');
      }
      if (!row.agent_resolved) throw new Error(`the agent ${row.agent_email} was not found`);
      const occurredAt = meant.occurred_at === null ? null : row.occurred_at.toISOString();
      const found = { agent_email: row.agent_email, phone_number: row.phone_number, occurred_at: occurredAt };
      if (JSON.stringify(found) !== JSON.stringify(meant)) {
        throw new Error(`on file is ${JSON.stringify(found)}, and not ${JSON.stringify(meant)}`);
      }
    },
  });
}
