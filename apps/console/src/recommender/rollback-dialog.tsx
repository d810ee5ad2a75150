import { type ModelRollback, modelRollbackSchema } from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';

interface RollbackDialogProps {
  from: string;
  to: string;
  onClose: () => void;
  onRolledBack: (rollback: ModelRollback) => void;
}

/** Asks for a confirmation before the previous model serves again. */
export function RollbackDialog({ from, to, onClose, onRolledBack }: RollbackDialogProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const rollBack = useMutation({
    mutationFn: () => api.post('recommender/models/rollback', {}, modelRollbackSchema),
    onSuccess: onRolledBack,
  });
  return (
    <ModalDialog title={t('recommender.rollBackTitle')} onClose={onClose} role="alertdialog">
      <p>{t('recommender.rollBackText', { from, to })}</p>
      {rollBack.isError && <Notice kind="error">{rollBack.error.message}</Notice>}
      <div className="dialog-choices">
        <Button onPress={onClose}>{t('recommender.cancel')}</Button>
        <Button variant="primary" isDisabled={rollBack.isPending} onPress={() => rollBack.mutate()}>
          {t('recommender.rollBack')}
        </Button>
      </div>
    </ModalDialog>
  );
}
