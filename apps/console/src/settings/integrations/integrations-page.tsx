import {
  type IntegrationView,
  integrationListSchema,
  integrationSchema,
  removedIntegrationSchema,
} from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Outcome } from '../outcome.tsx';
import { Integration } from './integration.tsx';
import { IntegrationForm } from './integration-form.tsx';
import './integrations.css';

/** New payloads appear while the page is open. */
const lookEveryMs = 5_000;
const path = 'settings/integrations';

/** The telephony platforms that post their own payloads: set, address, last payload, remove. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [toRemove, setToRemove] = useState<IntegrationView | null>(null);
  const [done, setDone] = useState('');
  const list = useQuery({
    queryKey: ['integrations'],
    queryFn: () => api.get(path, integrationListSchema),
    refetchInterval: lookEveryMs,
  });
  const change = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onMutate: () => setDone(''),
    onSuccess: setDone,
    onSettled: () => {
      setToRemove(null);
      return queries.invalidateQueries({ queryKey: ['integrations'] });
    },
  });
  const set = useOneAtATime((platform: string, secret: string | null) =>
    change
      .mutateAsync(async () => {
        const body = secret === null ? {} : { secret };
        const { name } = await api.put(`${path}/${encodeURIComponent(platform)}`, body, integrationSchema);
        return t('integrations.saved', { name });
      })
      .then(
        () => true,
        () => false,
      ),
  );
  const remove = ({ platform, name }: IntegrationView) =>
    change.mutate(async () => {
      await api.delete(`${path}/${encodeURIComponent(platform)}`, removedIntegrationSchema);
      return t('integrations.removed', { name });
    });
  return (
    <Page title={t('integrations.title')} lead={t('integrations.lead')}>
      <Outcome done={done} error={change.error} />
      {list.isPending && <p className="muted">{t('app.loading')}</p>}
      {list.isError && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p className="muted">{t('integrations.none')}</p>}
      {list.data?.items.map((integration) => (
        <Integration key={integration.platform} integration={integration} onRemove={() => setToRemove(integration)} />
      ))}
      {list.data !== undefined && (
        <Section title={t('integrations.set')}>
          <IntegrationForm
            platforms={list.data.platforms}
            known={list.data.items.map(({ platform }) => platform)}
            isBusy={change.isPending}
            error={change.error}
            onSet={set}
          />
        </Section>
      )}
      {toRemove !== null && (
        <ConfirmDialog
          title={t('integrations.removeTitle', { name: toRemove.name })}
          confirm={t('integrations.remove')}
          isBusy={change.isPending}
          onConfirm={() => remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('integrations.removeText', { name: toRemove.name })}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
