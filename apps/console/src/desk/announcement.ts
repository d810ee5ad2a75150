import { recordingKnowledge } from '@callside/client';
import type { CallView } from '@callside/schemas';
import { t } from 'i18next';
import { callerSentence } from './caller.ts';
import type { Announcement, RepDesk } from './rep-desk-model.ts';

/** The changes for the rep between two states; the old announcement if there are none. */
export function announce(before: RepDesk, after: RepDesk): Announcement {
  const polite = [callNews(before, after), holdNews(before, after), confirmationNews(before, after)];
  return next(before, polite.filter((text) => text !== '').join(' '), recordingNews(before, after));
}

export function announceLink(before: RepDesk, after: RepDesk): Announcement {
  if (before.link === 'live' && after.link !== 'live') {
    return next(before, [t('desk.sayLost'), confirmationNews(before, after)].join(' ').trim(), '');
  }
  const isBack = before.link !== 'live' && before.link !== 'connecting' && after.link === 'live';
  return isBack ? next(before, t('desk.sayBack'), '') : before.announcement;
}

function next({ announcement }: RepDesk, polite: string, urgent: string): Announcement {
  if (polite === '' && urgent === '') return announcement;
  return { serial: announcement.serial + 1, polite, urgent };
}

function isSameCall(before: RepDesk, after: RepDesk): boolean {
  return before.call?.reference === after.call?.reference;
}

function callNews(before: RepDesk, after: RepDesk): string {
  if (isSameCall(before, after)) return '';
  const ended = before.call === null ? '' : t('desk.sayCallEnded');
  const started = after.call === null ? '' : callStarted(after.call, after);
  return [ended, started].filter((text) => text !== '').join(' ');
}

function callStarted(call: CallView, { customer }: RepDesk): string {
  return customer?.match === 'withheld'
    ? t('desk.sayOnCall', { caller: callerSentence({ call, customer }) })
    : t('desk.sayOnCallWith', { caller: callerSentence({ call, customer }) });
}

function holdNews(before: RepDesk, after: RepDesk): string {
  if (after.call === null) return '';
  const wasOnHold = isSameCall(before, after) && before.call?.on_hold === true;
  if (wasOnHold === after.call.on_hold) return '';
  return after.call.on_hold ? t('desk.sayOnHold') : t('desk.sayOffHold');
}

function recordingNews(before: RepDesk, after: RepDesk): string {
  if (after.call === null) return '';
  const wasPaused = isSameCall(before, after) && before.recording.paused;
  if (wasPaused === after.recording.paused) return '';
  return after.recording.paused ? t('desk.sayPause') : t('desk.sayResume');
}

function confirmationNews(before: RepDesk, after: RepDesk): string {
  if (after.call === null) return '';
  const [known, now] = [recordingKnowledge(before), recordingKnowledge(after)];
  const isChanged = before.recording.sequence !== after.recording.sequence;
  if (known === now && !isChanged) return '';
  // After the request for a pause the rep must not believe that it is paused.
  if (now === 'unknown') return known !== 'unknown' || after.recording.paused ? t('desk.sayUnknown') : '';
  return now === 'confirmed' && after.recording.paused ? t('desk.sayConfirmed') : '';
}
