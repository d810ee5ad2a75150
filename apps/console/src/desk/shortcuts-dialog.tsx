import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';

interface ShortcutsDialogProps {
  /** With the text of what each goes to. */
  keys: readonly { key: string; word: ParseKeys }[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

/** The keys of the desk, and whether they are on. */
export function ShortcutsDialog({ keys, isOn, onChange, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={t('desk.keys.title')} onClose={onClose} isDismissable>
      <dl className="shortcuts">
        {keys.map(({ key, word }) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts-setting">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        {t('desk.keys.on')}
      </label>
      <div className="dialog-choices">
        <Button autoFocus onPress={onClose}>
          {t('desk.keys.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
