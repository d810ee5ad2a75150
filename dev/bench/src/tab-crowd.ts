// A separate process that opens tabs and leaves them idle, so that its own memory is not measured.

import { crowdInputSchema } from './crowd-input.ts';
import { openTabs, type Tab } from './tabs.ts';
import { answerMessages } from './worker-process.ts';

let open: Tab[] = [];

answerMessages(crowdInputSchema, async ({ port, tokens }) => {
  for (const tab of open) tab.close();
  open = await openTabs(
    port,
    tokens.map((token) => ({ token })),
  );
  return { open: open.filter(({ connected }) => connected).length };
});
