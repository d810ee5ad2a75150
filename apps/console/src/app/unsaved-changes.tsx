import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';

/** What would be lost: changes of a form, or a new API key that is shown only once. */
type Unsaved = 'changes' | 'key';

/** One entry for each form that has changes which are not saved, and for each new key. */
const unsaved = new Map<symbol, Unsaved>();

/** For a form: while `isUnsaved` is true, the user is asked before they leave the page. */
export function useUnsavedChanges(isUnsaved: boolean, what: Unsaved = 'changes'): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = Symbol('form');
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.set(form, what);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, what]);
}

/** Asks before another page of the console is opened. A router supports only one blocker. */
export function UnsavedChanges() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  const isKey = [...unsaved.values()].includes('key');
  return (
    <ModalDialog
      role="alertdialog"
      title={t(isKey ? 'unsaved.keyTitle' : 'unsaved.title')}
      onClose={() => blocker.reset()}
    >
      <p>{isKey ? t('unsaved.keyText', { haveIt: t('apiKeys.haveIt') }) : t('unsaved.text')}</p>
      <div className="dialog-choices">
        <Button autoFocus onPress={() => blocker.reset()}>
          {t('unsaved.stay')}
        </Button>
        <Button variant="danger" onPress={() => blocker.proceed()}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </ModalDialog>
  );
}
