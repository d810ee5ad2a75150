import {
  type AddedEndpoint,
  addedEndpointSchema,
  type EndpointEvent,
  type EndpointView,
  endpointListSchema,
  removedEndpointSchema,
  resentDeliveriesSchema,
} from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Outcome } from '../outcome.tsx';
import { useChange } from '../use-change.ts';
import { AddedSecret } from './added-secret.tsx';
import { Endpoint } from './endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';

const lookEveryMs = 5_000;
const path = 'settings/endpoints';

/** The receivers of a brand's events: add, state and log, send again, remove. */
export function EndpointsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  // All new secrets stay until the owner has them: each is shown only once.
  const [added, setAdded] = useState<readonly AddedEndpoint[]>([]);
  const [toRemove, setToRemove] = useState<EndpointView | null>(null);
  const list = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => api.get(path, endpointListSchema),
    refetchInterval: lookEveryMs,
  });
  const { outcome, formError, isBusy, run, submit } = useChange(['endpoints'], () => setToRemove(null));
  const add = (url: string, events: EndpointEvent[]) =>
    submit(async () => {
      const endpoint = await api.post(path, { url, events }, addedEndpointSchema);
      setAdded((before) => [endpoint, ...before]);
      return '';
    });
  const remove = ({ id, url }: EndpointView) =>
    run(async () => {
      await api.delete(`${path}/${id}`, removedEndpointSchema);
      return t('endpoints.removed', { url });
    });
  const resend = (id: string, delivery: string | null) =>
    run(async () => {
      const { resent } = await api.post(`${path}/${id}/resend`, { delivery }, resentDeliveriesSchema);
      return t('endpoints.resent', { count: resent });
    });
  return (
    <Page title={t('endpoints.title')} lead={t('endpoints.lead')}>
      <Outcome {...outcome} />
      {added.map((endpoint) => (
        <AddedSecret
          key={endpoint.id}
          added={endpoint}
          onDone={() => setAdded((before) => before.filter(({ id }) => id !== endpoint.id))}
        />
      ))}
      {list.isPending && <p className="muted">{t('app.loading')}</p>}
      {list.isError && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p className="muted">{t('endpoints.none')}</p>}
      {list.data?.items.map((endpoint) => (
        <Endpoint
          key={endpoint.id}
          endpoint={endpoint}
          onRemove={() => setToRemove(endpoint)}
          onResend={(delivery) => resend(endpoint.id, delivery)}
        />
      ))}
      <Section title={t('endpoints.add')}>
        <EndpointForm isBusy={isBusy} error={formError} onAdd={add} />
      </Section>
      {toRemove !== null && (
        <ConfirmDialog
          title={t('endpoints.removeTitle', { url: toRemove.url })}
          confirm={t('endpoints.remove')}
          isBusy={isBusy}
          onConfirm={() => remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('endpoints.removeText')}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
