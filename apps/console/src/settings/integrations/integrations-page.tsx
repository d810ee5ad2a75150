import {
  type IntegrationView,
  integrationListSchema,
  integrationSchema,
  removedIntegrationSchema,
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
  const [toRemove, setToRemove] = useState<IntegrationView | null>(null);
  const list = useQuery({
    queryKey: ['integrations'],
    queryFn: () => api.get(path, integrationListSchema),
    refetchInterval: lookEveryMs,
  });
  const { outcome, formError, isBusy, run, submit } = useChange(['integrations'], () => setToRemove(null));
  const set = (platform: string, secret: string | null) =>
    submit(async () => {
      const body = secret === null ? {} : { secret };
      const { name } = await api.put(`${path}/${encodeURIComponent(platform)}`, body, integrationSchema);
      return t('integrations.saved', { name });
    });
  const remove = ({ platform, name }: IntegrationView) =>
    run(async () => {
      await api.delete(`${path}/${encodeURIComponent(platform)}`, removedIntegrationSchema);
      return t('integrations.removed', { name });
    });
  return (
    <Page title={t('integrations.title')} lead={t('integrations.lead')}>
      <Outcome {...outcome} />
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
            isBusy={isBusy}
            error={formError}
            onSet={set}
          />
        </Section>
      )}
      {toRemove !== null && (
        <ConfirmDialog
          title={t('integrations.removeTitle', { name: toRemove.name })}
          confirm={t('integrations.remove')}
          isBusy={isBusy}
          onConfirm={() => remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('integrations.removeText', { name: toRemove.name })}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
