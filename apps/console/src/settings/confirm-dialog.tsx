import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens. */
  children: ReactNode;
  /** The button that does it. */
  confirm: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation of a change that ends something. The choice that changes nothing has the focus. */
export function ConfirmDialog({ title, children, confirm, isBusy, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={title} role="alertdialog" onClose={onClose}>
      {children}
      <div className="dialog-choices">
        <Button autoFocus onPress={onClose}>
          {t('settings.cancel')}
        </Button>
        <Button variant="danger" isDisabled={isBusy} onPress={onConfirm}>
          {confirm}
        </Button>
      </div>
    </ModalDialog>
  );
}
