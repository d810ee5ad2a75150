import type { AgentAliasView } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';

interface RemoveAliasDialogProps {
  alias: AgentAliasView;
  isBusy: boolean;
  onKeep: () => void;
  onRemove: () => void;
}

export function RemoveAliasDialog({ alias, isBusy, onKeep, onRemove }: RemoveAliasDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog role="alertdialog" title={t('agents.removeTitle', { alias: alias.alias })} onClose={onKeep}>
      <p>{t('agents.removeText', { name: alias.name })}</p>
      <div className="dialog-choices">
        <Button autoFocus onPress={onKeep}>
          {t('agents.keep')}
        </Button>
        <Button variant="danger" isDisabled={isBusy} onPress={onRemove}>
          {t('agents.remove')}
        </Button>
      </div>
    </ModalDialog>
  );
}
