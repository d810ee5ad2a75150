import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';

/** One entry for each form that has changes which are not saved. */
const unsaved = new Set<symbol>();

/** For a form: while `isUnsaved` is true, the user is asked before they leave the page. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = Symbol('form');
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
}

/** Asks before another page of the console is opened. A router supports only one blocker. */
export function UnsavedChanges() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <ModalDialog role="alertdialog" title={t('unsaved.title')} onClose={() => blocker.reset()}>
      <p>{t('unsaved.text')}</p>
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
