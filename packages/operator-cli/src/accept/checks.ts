import { callStateChecks } from './call-state.ts';
import { companionChecks } from './companion.ts';
import { credentialChecks } from './credentials.ts';
import { eventLogChecks } from './event-log.ts';
import { purchaseChecks } from './purchase.ts';
import { recommendChecks } from './recommend.ts';
import { recordingChecks } from './recording.ts';
import { sessionChecks } from './sessions.ts';
import type { Check } from './site.ts';
import { tabChecks } from './tab.ts';
import { validationChecks } from './validation.ts';
import { webhookChecks } from './webhooks.ts';

export const checks: readonly Check[] = [
  ...credentialChecks,
  ...validationChecks,
  ...webhookChecks,
  ...callStateChecks,
  ...tabChecks,
  ...recordingChecks,
  ...companionChecks,
  ...sessionChecks,
  ...eventLogChecks,
  ...recommendChecks,
  ...purchaseChecks,
];
