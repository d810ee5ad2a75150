import type { RepLink } from '@callside/client';
import { t as translate } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import type { RepDesk } from './rep-desk-model.ts';
import { ageText } from './time-text.ts';
import { useNow } from './use-now.ts';

/**
 * The state of the connection, in words, and how old what is shown is. Not live: the announcer says it to screen readers, and the age
 * changes each second.
 */
export function ConnectionStatus({
  link,
  lastMessageAt,
  isExpired,
}: Pick<RepDesk, 'link' | 'lastMessageAt'> & { isExpired: boolean }) {
  const { t } = useTranslation();
  const isLive = link === 'live' && !isExpired;
  return (
    <div
      role="status"
      aria-live="off"
      className="connection"
      aria-label={t('desk.connection')}
      data-link={isExpired ? 'ended' : link}
    >
      <span className="connection-mark" aria-hidden="true" />
      <span className="connection-word">{isExpired ? t('desk.ended') : word(link)}</span>
      {lastMessageAt !== null && <Age lastMessageAt={lastMessageAt} isLive={isLive} />}
    </div>
  );
}

function word(link: RepLink): string {
  return translate(`desk.${link}`);
}

/** Without a connection an age such as "just now" would say that the page is up to date. */
function Age({ lastMessageAt, isLive }: { lastMessageAt: number; isLive: boolean }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const now = useNow();
  const lastUpdate = t('desk.lastUpdate', { time: time(lastMessageAt) });
  return (
    <span className="connection-age" title={lastUpdate}>
      <span aria-hidden="true">· </span>
      {isLive ? t('desk.updated', { age: ageText(now - lastMessageAt) }) : lastUpdate}
    </span>
  );
}

/** Shows how old the data is while there is no connection. Empty while the connection is live. */
export function StaleNotice({ desk, isExpired }: { desk: RepDesk; isExpired: boolean }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { link, lastMessageAt, version } = desk;
  if (!isExpired && (link === 'live' || link === 'connecting')) return null;
  return (
    <p className="notice" data-kind="stale">
      <strong>{isExpired ? t('desk.ended') : word(link)}</strong> {whatIsShown()}
    </p>
  );

  function whatIsShown(): string {
    if (version === null || lastMessageAt === null) return t('desk.unreachableYet');
    return t(isExpired ? 'desk.staleEnded' : 'desk.stalePage', { time: time(lastMessageAt) });
  }
}
