import { type RecommenderOverview, recommenderOverviewSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { lastTrainedAt } from './last-trained.ts';
import { foundShare, ModelTable } from './model-table.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { problemsOf } from './recommender-problems.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import { RulesSection } from './rules-section.tsx';
import { TrainingSection } from './training-section.tsx';
import { useAge } from './use-age.ts';
import './recommender.css';

const freshMs = 15_000;
const workingMs = 1_500;

/** The catalogue, the stock and the models that the offers are made from. */
export function RecommenderPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const overview = useQuery({
    queryKey: ['recommender'],
    queryFn: () => api.get('recommender', recommenderOverviewSchema),
    // What is being trained or measured moves.
    refetchInterval: ({ state }) => (state.data?.recommender.models?.work?.state === 'running' ? workingMs : freshMs),
  });
  const { data, error, isPending, refetch } = overview;
  return (
    <Page title={t('recommender.title')} lead={t('recommender.lead')}>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <p className="muted">{t('app.loading')}</p>}
      {data !== undefined && (
        <>
          {problemsOf(data).map(({ problem, detail }) => (
            <Notice key={problem} kind="caution">
              {t(`recommender.problem.${problem}`)}
              {detail !== null && <p className="muted">{detail}</p>}
            </Notice>
          ))}
          <Shop overview={data} />
          <Models overview={data} onChanged={() => void refetch()} />
        </>
      )}
      <RulesSection />
    </Page>
  );
}

function Shop({ overview: { catalogue, stock } }: { overview: RecommenderOverview }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const age = useAge();
  return (
    <Section title={t('recommender.shop')} actions={<Link to="/recommender/import">{t('recommender.toImport')}</Link>}>
      <dl className="shop-facts">
        <Fact
          name={t('recommender.products')}
          value={formats.number(catalogue.items)}
          note={t('recommender.retired', { retired: formats.number(catalogue.retired) })}
        />
        <Fact
          name={t('recommender.changed')}
          value={catalogue.changed_at === null ? t('recommender.never') : formats.dateTime(catalogue.changed_at)}
        />
        <Fact name={t('recommender.inStock')} value={formats.number(stock.items_in_stock)} />
        <Fact
          name={t('recommender.stockAge')}
          value={stock.age_seconds === null ? t('recommender.never') : age(stock.age_seconds)}
          note={
            stock.imported_at === null
              ? ''
              : t('recommender.importedAt', { instant: formats.dateTime(stock.imported_at) })
          }
        />
      </dl>
    </Section>
  );
}

function Fact({ name, value, note = '' }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="fact-value">{value}</dd>
      {note !== '' && <dd className="fact-note">{note}</dd>}
    </div>
  );
}

function Models({ overview, onChanged }: { overview: RecommenderOverview; onChanged: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [publishing, setPublishing] = useState<string | null>(null);
  const [isRollingBack, setIsRollingBack] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const onPublish = useCallback((version: string) => setPublishing(version), []);
  const { models, health } = overview.recommender;
  if (models === null) {
    return (
      <Section title={t('recommender.models')}>
        <p className="muted">
          {health === null
            ? t('recommender.modelsUnknown')
            : t('recommender.serving', { version: health.model.artifact_version })}
        </p>
      </Section>
    );
  }
  const { in_service: serving, rollback_to: back } = models;
  const found = foundShare(serving.figures);
  const scheduled = models.items.find(({ next_training_at }) => next_training_at !== undefined);
  const foundByCustomer = foundShare(serving.figures, 'by_customer');
  const changed = (text: string) => {
    setPublishing(null);
    setIsRollingBack(false);
    setDone(text);
    onChanged();
  };
  return (
    <>
      {done !== null && <Notice kind="success">{done}</Notice>}
      <Section
        title={t('recommender.inService')}
        actions={back !== null && <Button onPress={() => setIsRollingBack(true)}>{t('recommender.rollBack')}</Button>}
      >
        <dl className="shop-facts">
          <Fact
            name={t('recommender.column.version')}
            value={serving.version}
            note={t(`recommender.origin.${serving.origin}`)}
          />
          <Fact
            name={t('recommender.column.trained')}
            value={serving.trained_at === null ? '–' : formats.dateTime(serving.trained_at)}
          />
          <Fact
            name={t('recommender.column.found')}
            value={found === null ? '–' : formats.percent(found)}
            note={t('recommender.foundNote')}
          />
          <Fact
            name={t('recommender.column.foundByCustomer')}
            value={foundByCustomer === null ? '–' : formats.percent(foundByCustomer)}
            note={t('recommender.foundByCustomerNote')}
          />
          <Fact name={t('recommender.before')} value={back ?? t('recommender.nothingBefore')} />
        </dl>
        {models.published !== null && models.published !== serving.version && (
          <Notice kind={serving.problem === null ? 'info' : 'caution'}>
            {serving.problem === null
              ? t('recommender.changing', { version: models.published })
              : t('recommender.notServed', { version: models.published, problem: serving.problem })}
          </Notice>
        )}
      </Section>
      <Section title={t('recommender.models')}>
        <ModelTable models={models} onPublish={onPublish} />
      </Section>
      <TrainingSection
        work={models.work ?? null}
        lastTrainedAt={lastTrainedAt(models.items)}
        nextTrainingAt={scheduled?.next_training_at ?? null}
        onBegun={onChanged}
        onPublish={onPublish}
      />
      {publishing !== null && (
        <PublishDialog
          version={publishing}
          onClose={() => {
            setPublishing(null);
            // A measurement that goes on is shown on the page.
            onChanged();
          }}
          onPublished={({ evaluation }) => changed(t('recommender.published', { version: evaluation.version }))}
        />
      )}
      {isRollingBack && back !== null && (
        <RollbackDialog
          from={models.published ?? serving.version}
          to={back}
          onClose={() => setIsRollingBack(false)}
          onRolledBack={({ current }) => changed(t('recommender.rolledBack', { version: current }))}
        />
      )}
    </>
  );
}
