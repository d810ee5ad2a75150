import { recordingKnowledge } from '@callside/client';
import { t } from 'i18next';
import { callerName } from './caller.ts';
import type { RepDesk } from './rep-desk-model.ts';

/** The icon of the browser tab. */
export type PageIcon = 'idle' | 'call' | 'paused';

/** The title of the browser tab, so that the call is visible from another tab. */
export function pageTitle(desk: RepDesk, isExpired: boolean): string {
  const { version } = desk;
  if (version === null) return `${t('desk.connecting')} · Callside`;
  return [...health(desk, isExpired), callTitle(desk), 'Callside'].join(' · ');
}

/** Without a session the page does not connect again by itself. */
function health({ link }: RepDesk, isExpired: boolean): string[] {
  if (isExpired) return [t('desk.ended')];
  return link === 'live' ? [] : [t(link === 'offline' ? 'desk.offline' : 'desk.reconnecting')];
}

function callTitle(desk: RepDesk): string {
  const { call, customer, recording } = desk;
  if (call === null) return t('desk.tabNoCall');
  const name = callerName({ call, customer });
  if (recording.paused) return `❚❚ ${pauseWords(desk)} · ${name}`;
  return `☎ ${call.on_hold ? `${t('desk.tabOnHold')} · ` : ''}${name}`;
}

function pauseWords(desk: RepDesk): string {
  if (desk.recordingBy === 'dialler') return t('desk.reportedPaused');
  return t(recordingKnowledge(desk) === 'confirmed' ? 'desk.recordingPaused' : 'desk.requestedPaused');
}

export function pageIcon({ call, recording }: RepDesk): PageIcon {
  if (call === null) return 'idle';
  return recording.paused ? 'paused' : 'call';
}
