import { type BrandChange, ownedBrandSchema } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandApiError } from '../../app/brand-api.ts';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Outcome } from '../outcome.tsx';
import { ExplorationForm } from './exploration-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { RecordingForm } from './recording-form.tsx';
import { RetentionForm } from './retention-form.tsx';
import { TextList } from './text-list.tsx';

interface Change {
  wanted: BrandChange;
  /** An entry of a list was moved up. */
  isMove: boolean;
}

/** The settings of the organisation. */
export function BrandPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState('');
  const settings = useQuery({
    queryKey: ['brand-settings'],
    queryFn: () => api.get('settings/brand', ownedBrandSchema),
  });
  const change = useMutation({
    mutationFn: ({ wanted }: Change) =>
      api.put('settings/brand', { ...wanted, version: settings.data?.version }, ownedBrandSchema),
    onMutate: () => setDone(''),
    onError: (error) => {
      // Another owner may have saved first: the next attempt starts from the settings that are saved now.
      if (error instanceof BrandApiError && error.status === 409) void settings.refetch();
    },
    onSuccess: (brand) => {
      queries.setQueryData(['brand-settings'], brand);
      setDone(t('settings.saved'));
      void queries.invalidateQueries({ queryKey: ['me'] });
      void queries.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  const save = useOneAtATime((wanted: BrandChange, isMove: boolean = false) => change.mutateAsync({ wanted, isMove }));
  const { data: brand } = settings;
  const isBusy = change.isPending;

  return (
    <Page title={t('brand.title')} lead={t('brand.lead')}>
      <Outcome done={done} keepsFocus={change.variables?.isMove ?? false} error={change.error} />
      {settings.isPending && <p className="muted">{t('app.loading')}</p>}
      {settings.isError && <ProblemNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {brand !== undefined && (
        <>
          <Section title={t('brand.general')}>
            <GeneralForm brand={brand} isBusy={isBusy} error={change.error} onSave={save} />
          </Section>
          <Section title={t('brand.hosts')}>
            <TextList
              label={t('brand.hosts')}
              values={brand.hosts}
              addLabel={t('brand.addHost')}
              description={t('brand.hostsHelp')}
              empty=""
              isBusy={isBusy}
              field="hosts"
              error={change.error}
              onChange={(hosts) => save({ hosts })}
              removal={{ title: (host) => t('brand.hostRemoveTitle', { host }), text: t('brand.hostRemoveText') }}
            />
          </Section>
          <Section title={t('brand.metadata')}>
            <TextList
              label={t('brand.metadata')}
              values={brand.shown_metadata}
              addLabel={t('brand.addMetadata')}
              description={t('brand.metadataHelp')}
              empty={t('brand.noMetadata')}
              isBusy={isBusy}
              field="shown_metadata"
              error={change.error}
              onChange={(shown_metadata) => save({ shown_metadata })}
              onMove={(shown_metadata) => save({ shown_metadata }, true)}
            />
          </Section>
          <Section title={t('brand.context')}>
            <TextList
              label={t('brand.context')}
              values={brand.context_fields}
              addLabel={t('brand.addContext')}
              description={t('brand.contextHelp')}
              empty={t('brand.noContext')}
              isBusy={isBusy}
              field="context_fields"
              error={change.error}
              onChange={(context_fields) => save({ context_fields })}
            />
          </Section>
          <Section title={t('brand.recordingBy')}>
            <RecordingForm
              key={brand.recording_by}
              recordingBy={brand.recording_by}
              isBusy={isBusy}
              onSave={(recording_by) => save({ recording_by })}
            />
          </Section>
          <Section title={t('brand.retention')}>
            <RetentionForm
              key={String(brand.retention_days)}
              days={brand.retention_days}
              isBusy={isBusy}
              error={change.error}
              onSave={(retention_days) => save({ retention_days })}
            />
          </Section>
          <Section title={t('brand.exploration')}>
            <ExplorationForm
              key={String(brand.exploration_rate)}
              rate={brand.exploration_rate}
              isBusy={isBusy}
              error={change.error}
              onSave={(exploration_rate) => save({ exploration_rate })}
            />
          </Section>
          <Section title={t('brand.origins')}>
            <TextList
              label={t('brand.origins')}
              values={brand.frame_origins}
              addLabel={t('brand.addOrigin')}
              description={t('brand.originsHelp')}
              empty={t('brand.noOrigins')}
              isBusy={isBusy}
              field="frame_origins"
              error={change.error}
              onChange={(frame_origins) => save({ frame_origins })}
            />
          </Section>
        </>
      )}
      <p>
        <Link to="/settings/audit?action=brand.set">{t('brand.toAudit')}</Link>
      </p>
    </Page>
  );
}
