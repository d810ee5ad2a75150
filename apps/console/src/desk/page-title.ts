import { recordingKnowledge } from '@callside/client';
import { callerName } from './caller.ts';
import type { RepDesk } from './rep-desk-model.ts';

/** The icon of the browser tab. */
export type PageIcon = 'idle' | 'call' | 'paused';

/** The title of the browser tab, so that the call is visible from another tab. */
export function pageTitle(desk: RepDesk): string {
  const { link, version } = desk;
  if (version === null) return 'Connecting… · Callside';
  const health = link === 'live' ? [] : [link === 'offline' ? 'Offline' : 'Reconnecting…'];
  return [...health, callTitle(desk), 'Callside'].join(' · ');
}

function callTitle(desk: RepDesk): string {
  const { call, customer, recording } = desk;
  if (call === null) return 'No call';
  const name = callerName({ call, customer });
  if (recording.paused)
    return `❚❚ ${recordingKnowledge(desk) === 'confirmed' ? 'Recording paused' : 'Pause requested'} · ${name}`;
  return `☎ ${call.on_hold ? 'On hold · ' : ''}${name}`;
}

export function pageIcon({ call, recording }: RepDesk): PageIcon {
  if (call === null) return 'idle';
  return recording.paused ? 'paused' : 'call';
}
