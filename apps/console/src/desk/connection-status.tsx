import type { RepLink } from '@callside/client';
import type { RepDesk } from './rep-desk-model.ts';
import { ageText, timeOfDay } from './time-text.ts';
import { useNow } from './use-now.ts';

const words: Record<RepLink, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
};

/** The state of the connection, in words. */
export function ConnectionStatus({ link, lastMessageAt }: Pick<RepDesk, 'link' | 'lastMessageAt'>) {
  return (
    <p className="connection" data-link={link}>
      <span className="connection-mark" aria-hidden="true" />
      <span className="connection-word">{words[link]}</span>
      {lastMessageAt !== null && <Age lastMessageAt={lastMessageAt} />}
    </p>
  );
}

function Age({ lastMessageAt }: { lastMessageAt: number }) {
  const now = useNow();
  return (
    <span className="connection-age" title={`Last message from the service at ${timeOfDay(lastMessageAt)}`}>
      <span aria-hidden="true">· </span>updated {ageText(now - lastMessageAt)}
    </span>
  );
}

/** Shows how old the data is while there is no connection. Empty while the connection is live. */
export function StaleNotice({ link, lastMessageAt, version, call }: RepDesk) {
  if (link === 'live' || link === 'connecting') return null;
  return (
    <p className="notice" data-kind="stale">
      <strong>{link === 'offline' ? 'Offline.' : words[link]}</strong> {whatIsShown()}
    </p>
  );

  function whatIsShown(): string {
    if (version === null || lastMessageAt === null) return 'Callside cannot be reached yet. This page keeps trying.';
    const subject = call === null ? 'What you see' : 'The call below';
    return `${subject} is as of ${timeOfDay(lastMessageAt)}. This page keeps trying.`;
  }
}
