import type { Query } from '@callside/database';
import type { CallState } from '@callside/schemas';
import { until } from '@callside/test-kit';
import type { RepAtWork } from './deployment.ts';
import type { Tab } from './tab.ts';

/** The state of a rep in the database, in the form in which a page shows it. */
async function shownByDatabase(query: Query, { rep }: RepAtWork): Promise<object> {
  const [row] = await query<object>(
    `SELECT version::int, call_reference AS reference, phone_number AS number, on_hold AS hold,
            recording_paused AS paused, recording_sequence::float8 AS sequence, customer
       FROM rep_state WHERE user_id = $1`,
    [rep.id],
  );
  return row ?? { version: 0, reference: null, number: null, hold: false, paused: false, sequence: 0, customer: null };
}

function shownBy({ version, call, recording, customer }: CallState): object {
  return {
    version,
    reference: call?.reference ?? null,
    number: call?.phone_number ?? null,
    hold: call?.on_hold ?? false,
    paused: recording?.paused,
    sequence: recording?.sequence,
    customer,
  };
}

/** Waits until every tab shows the state of its rep in the database. */
export async function agree(
  query: Query,
  watched: readonly { desk: RepAtWork; tabs: readonly Tab[] }[],
  limitMs?: number,
): Promise<void> {
  let difference = '';
  const isAgreed = async () => {
    for (const { desk, tabs } of watched) {
      const expected = JSON.stringify(await shownByDatabase(query, desk));
      for (const tab of tabs) {
        const shown = JSON.stringify(tab.state && shownBy(tab.state));
        difference = `a tab shows ${shown} where the database has ${expected}`;
        if (shown !== expected) return false;
      }
    }
    return true;
  };
  await until('tabs and database agree', isAgreed, limitMs).catch((error: unknown) => {
    throw new Error(`${error}: ${difference}`);
  });
}
