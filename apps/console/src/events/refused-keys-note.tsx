import { refusedKeyListSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';

/** Requests with a wrong key belong to no event: the log has none of an unknown key. They are listed with the keys. */
export function RefusedKeysNote() {
  const { t } = useTranslation();
  const { api } = useSession();
  const { number, dateTime } = useFormats();
  const list = useQuery({
    queryKey: ['refused-keys'],
    queryFn: () => api.get('settings/refused-keys', refusedKeyListSchema),
  });
  const ofDiallers = list.data?.items.filter(({ feature }) => feature === 'call-events') ?? [];
  const last = ofDiallers
    .map(({ last_seen_at }) => last_seen_at)
    .sort()
    .at(-1);
  if (last === undefined) return null;
  const count = ofDiallers.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <p className="muted">
      {t('events.refusedKeys', { count, requests: number(count), at: dateTime(last) })}{' '}
      <Link to="/settings/api-keys">{t('events.toRefusedKeys')}</Link>
    </p>
  );
}
