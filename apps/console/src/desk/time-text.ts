import { t } from 'i18next';

/** A duration: 0:07, 12:40, 1:02:09. Never negative, even if the two clocks differ. */
export function durationText(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const tail = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** The age of data: just now, 9 s ago, 2 min ago, 1 h ago, 3 d ago. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 1) return t('desk.justNow');
  if (seconds < 60) return t('desk.secondsAgo', { count: seconds });
  if (seconds < 3600) return t('desk.minutesAgo', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t('desk.hoursAgo', { count: Math.floor(seconds / 3600) });
  return t('desk.daysAgo', { count: Math.floor(seconds / 86_400) });
}
