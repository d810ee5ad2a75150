import { followUpListSchema, followUpSchema, type OpenFollowUp } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerWithin } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { isolated } from '../texts/isolated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatPhoneNumber } from './phone-number.ts';
import { useServerNow } from './use-desk-reads.ts';

const dueEveryMs = 15_000;

/** Writes what is promised on a call; a due time of null takes it back. */
export function useFollowUp(reference: string) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (promised: { text: string; due_at: string | null; done?: boolean }) =>
      api.put(`desk/calls/${reference}/follow-up`, promised, followUpSchema, answerWithin()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  });
}

/** What the rep promised and has not done yet, the earliest first. */
export function FollowUps() {
  const { t } = useTranslation();
  const { api } = useSession();
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['desk', 'follow-ups'],
    queryFn: () => api.get('desk/follow-ups', followUpListSchema),
  });
  if (!isLoadingError && (data === undefined || data.items.length === 0)) return null;
  return (
    <section className="history" aria-labelledby="follow-ups-heading">
      <h2 id="follow-ups-heading">{t('desk.followUps.title')}</h2>
      {isLoadingError && (
        <Notice kind="caution" action={{ label: t('app.tryAgain'), onPress: () => void refetch() }}>
          {t('desk.followUps.unread')}
        </Notice>
      )}
      <ul>
        {data?.items.map((item) => (
          <Open key={item.call_reference} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Open({ item: { call_reference, phone_number, customer_name, text, due_at } }: { item: OpenFollowUp }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const now = useServerNow(dueEveryMs);
  const { mutate, isPending, isError } = useFollowUp(call_reference);
  const number = formatPhoneNumber(phone_number);
  return (
    <li>
      <span className="history-main">
        <bdi className="history-note">{text}</bdi>
        <small>
          {t('desk.followUps.due', { time: dateTime(due_at) })} ·{' '}
          {customer_name === null ? number : isolated(customer_name)}
          {customer_name !== null && ` · ${number}`}
        </small>
        {isError && <small role="alert">{t('desk.followUps.failed')}</small>}
      </span>
      {Date.parse(due_at) <= now && <Badge tone="caution">{t('desk.followUps.isDue')}</Badge>}
      <Button
        variant="quiet"
        aria-label={t('desk.followUps.doneNamed', { text })}
        aria-disabled={isPending}
        onPress={() => !isPending && mutate({ text, due_at, done: true })}
      >
        {t('desk.followUps.done')}
      </Button>
    </li>
  );
}
