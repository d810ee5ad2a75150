import { titledPreviewSchema } from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { answerWithin } from '../../app/brand-api.ts';
import { useSession } from '../../app/session.tsx';
import { Outcome } from '../../settings/outcome.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { type PreviewBody, PreviewForm } from './preview-form.tsx';
import { PreviewedOffers } from './previewed-offers.tsx';
import '../recommender.css';
import './preview.css';

/** What a caller would be offered now. Nothing of it is recorded. */
export function PreviewPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const preview = useMutation({
    mutationFn: (body: PreviewBody) => api.post('recommender/preview', body, titledPreviewSchema, answerWithin()),
  });
  return (
    <Page title={t('preview.title')} lead={t('preview.lead')}>
      <p>
        <Link to="/recommender">{t('imports.back')}</Link>
      </p>
      <Outcome done="" error={preview.error} />
      <Section title={t('preview.caller')}>
        <PreviewForm isBusy={preview.isPending} error={preview.error} onAsk={preview.mutate} onChange={preview.reset} />
      </Section>
      {preview.data !== undefined && (
        <PreviewedOffers preview={preview.data} withRules={preview.variables.rules !== false} />
      )}
    </Page>
  );
}
