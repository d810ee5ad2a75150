import { currentConfirmation, recordingKnowledge } from '@callside/client';
import type { CallView } from '@callside/schemas';
import { t } from 'i18next';
import { callerSentence } from './caller.ts';
import type { Announcement, RepDesk } from './rep-desk-model.ts';

/** The changes for the rep between two states; the old announcement if there are none. */
export function announce(before: RepDesk, after: RepDesk): Announcement {
  const polite = [callNews(before, after), holdNews(before, after), confirmedNews(before, after)];
  return next(before, sentences(polite), sentences([recordingNews(before, after), unknownNews(before, after)]));
}

export function announceLink(before: RepDesk, after: RepDesk): Announcement {
  if (before.link === 'live' && after.link !== 'live')
    return next(before, t('desk.sayLost'), unknownNews(before, after));
  if (before.link === 'connecting' && after.link !== 'connecting' && after.link !== 'live')
    return next(before, t('desk.unreachableYet'), '');
  const isBack = before.link !== 'live' && before.link !== 'connecting' && after.link === 'live';
  return isBack ? next(before, t('desk.sayBack'), '') : before.announcement;
}

function next({ announcement }: RepDesk, polite: string, urgent: string): Announcement {
  if (polite === '' && urgent === '') return announcement;
  return { serial: announcement.serial + 1, polite, urgent };
}

function sentences(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

function isSameCall(before: RepDesk, after: RepDesk): boolean {
  return before.call?.reference === after.call?.reference;
}

function callNews(before: RepDesk, after: RepDesk): string {
  if (isSameCall(before, after)) return isPicked(before, after) ? callStarted(after.call, after) : '';
  const ended = before.call === null ? '' : t('desk.sayCallEnded');
  const started = after.call === null ? '' : callStarted(after.call, after);
  return sentences([ended, started]);
}

/** The rep has found or picked the customer, here or in another tab. */
function isPicked(before: RepDesk, after: RepDesk): after is RepDesk & { call: CallView } {
  return after.call !== null && before.customer?.match !== 'one' && after.customer?.match === 'one';
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
  if (after.call === null || after.recordingBy === 'nobody') return '';
  const { paused } = after.recording;
  const wasPaused = isSameCall(before, after) && before.recording.paused;
  if (wasPaused === paused) return '';
  if (after.recordingBy === 'dialler') return paused ? t('desk.sayDiallerPaused') : t('desk.sayDiallerOn');
  return paused ? t('desk.sayPause') : t('desk.sayResume');
}

/** The recording has become unknown, or is unknown when a pause is requested: then the rep must not believe that it is paused. */
function unknownNews(before: RepDesk, after: RepDesk): string {
  if (after.call === null || recordingKnowledge(after) !== 'unknown') return '';
  const isPauseNew = after.recording.paused && before.recording.sequence !== after.recording.sequence;
  return recordingKnowledge(before) !== 'unknown' || isPauseNew ? t('desk.sayUnknown') : '';
}

/** Messages that arrive again do not repeat it; after an unknown state it is said again. */
function confirmedNews(before: RepDesk, after: RepDesk): string {
  if (after.call === null || !after.recording.paused) return '';
  const known = recordingKnowledge(after);
  if (known === 'dialler') return diallersPauseAgain(before, after);
  if (known !== 'confirmed') return '';
  const isNews = currentConfirmation(before)?.sequence !== currentConfirmation(after)?.sequence;
  return isNews || recordingKnowledge(before) === 'unknown' ? t('desk.sayConfirmed') : '';
}

/** What the dialler reports is said when it comes, and again after an unknown state. */
function diallersPauseAgain(before: RepDesk, after: RepDesk): string {
  const isSaid = recordingNews(before, after) !== '';
  return !isSaid && recordingKnowledge(before) === 'unknown' ? t('desk.sayDiallerPaused') : '';
}
