import type { CallView } from '@callside/schemas';
import { formatPhoneNumber } from './phone-number.ts';
import type { RepDesk } from './rep-desk-model.ts';

/** Of the browser's tab. */
export type PageIcon = 'idle' | 'call' | 'paused';

/** What the browser's tab says, so that a call is seen from another one. */
export function pageTitle({ link, call, recording, version }: RepDesk): string {
  if (version === null) return 'Connecting… · Callside';
  const health = link === 'live' ? [] : [link === 'offline' ? 'Offline' : 'Reconnecting…'];
  return [...health, callTitle(call, recording.paused), 'Callside'].join(' · ');
}

function callTitle(call: CallView | null, isPaused: boolean): string {
  if (call === null) return 'No call';
  const number = formatPhoneNumber(call.phone_number);
  if (isPaused) return `❚❚ Recording paused · ${number}`;
  return `☎ ${call.on_hold ? 'On hold · ' : ''}${number}`;
}

export function pageIcon({ call, recording }: RepDesk): PageIcon {
  if (call === null) return 'idle';
  return recording.paused ? 'paused' : 'call';
}
