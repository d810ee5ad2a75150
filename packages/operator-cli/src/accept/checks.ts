import { callStateChecks } from './call-state.ts';
import { companionChecks } from './companion.ts';
import { credentialChecks } from './credentials.ts';
import { eventLogChecks } from './event-log.ts';
import { purchaseChecks } from './purchase.ts';
import { recommendChecks } from './recommend.ts';
import { recordingChecks } from './recording.ts';
import { sessionChecks } from './sessions.ts';
import type { Check, Need } from './site.ts';
import { tabChecks } from './tab.ts';
import { validationChecks } from './validation.ts';
import { webhookChecks } from './webhooks.ts';

export const checks: readonly Check[] = [
  ...credentialChecks,
  ...validationChecks,
  ...webhookChecks,
  ...callStateChecks,
  ...needing(['tab'], tabChecks),
  ...needing(['tab'], recordingChecks),
  ...needing(['companion'], companionChecks),
  ...needing(['companion', 'reads'], sessionChecks),
  ...needing(['reads'], eventLogChecks),
  ...needing(['recommender'], recommendChecks),
  ...needing(['recommender'], purchaseChecks),
];

/** Adds what these checks need, except to one that says so itself. */
function needing(needs: readonly Need[], some: readonly Check[]): Check[] {
  return some.map((check) => ({ needs, ...check }));
}
