import { type ModelPublication, modelEvaluationSchema, modelPublicationSchema } from '@callside/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { EvaluationWords } from './evaluation-words.tsx';

interface PublishDialogProps {
  version: string;
  onClose: () => void;
  onPublished: (publication: ModelPublication) => void;
}

/** Measures a model, shows the report in words, and asks for confirmation. A worse model is published with another button. */
export function PublishDialog({ version, onClose, onPublished }: PublishDialogProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const path = `recommender/models/${encodeURIComponent(version)}`;
  const report = useQuery({
    queryKey: ['model-report', version],
    queryFn: () => api.post(`${path}/evaluate`, {}, modelEvaluationSchema),
    retry: false,
    gcTime: 0,
    // Each request measures the model again, which takes minutes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const publish = useMutation({
    mutationFn: (force: boolean) => api.post(`${path}/publish`, { force }, modelPublicationSchema),
    onSuccess: (publication) => {
      if (publication.published) onPublished(publication);
    },
  });
  // The result of publishing comes first: the purchases may have changed between the two measurements.
  const evaluation = publish.data?.evaluation ?? report.data;
  const problem = publish.error ?? report.error;
  const passes = evaluation !== undefined && evaluation.verdict !== 'worse';
  return (
    <ModalDialog title={t('recommender.publishTitle', { version })} onClose={onClose} role="alertdialog">
      <div aria-live="polite" className="report">
        {evaluation !== undefined && <EvaluationWords evaluation={evaluation} />}
        {report.isPending && <p className="muted">{t('recommender.measuring')}</p>}
      </div>
      {problem !== null && <Notice kind="error">{problem.message}</Notice>}
      <div className="dialog-choices">
        <Button onPress={onClose}>{t('recommender.cancel')}</Button>
        <Button
          variant={passes ? 'primary' : 'danger'}
          isDisabled={evaluation === undefined || publish.isPending}
          onPress={() => publish.mutate(!passes)}
        >
          {t(
            publish.isPending ? 'recommender.publishing' : passes ? 'recommender.publish' : 'recommender.publishAnyway',
          )}
        </Button>
      </div>
    </ModalDialog>
  );
}
