import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { askBeforeSignOut } from './before-sign-out.ts';

/** What would be lost: changes of a form, a new API key or secret that is shown only once, or the rest of an import. */
type Unsaved = 'changes' | 'key' | 'secret' | 'import';

const titles = {
  changes: 'unsaved.title',
  key: 'unsaved.keyTitle',
  secret: 'unsaved.secretTitle',
  import: 'unsaved.importTitle',
} as const;
const texts = {
  changes: 'unsaved.text',
  key: 'unsaved.keyText',
  secret: 'unsaved.secretText',
  import: 'unsaved.importText',
} as const;

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

/** Asks before another page of the console is opened, and before a sign-out. A router supports only one blocker. */
export function UnsavedChanges() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  /** To be called with whether the user signs out anyway; null: they do not sign out. */
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(
    () =>
      askBeforeSignOut(async () => {
        if (unsaved.size === 0) return true;
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (blocker.state !== 'blocked' && answer === null) return null;
  const kinds = [...unsaved.values()];
  const what = (['key', 'secret', 'import'] as const).find((kind) => kinds.includes(kind)) ?? 'changes';
  const decide = (leaves: boolean) => {
    setAnswer(null);
    answer?.(leaves);
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <ModalDialog role="alertdialog" title={t(titles[what])} onClose={() => decide(false)}>
      <p>{t(texts[what], { haveIt: t(what === 'secret' ? 'endpoints.haveIt' : 'apiKeys.haveIt') })}</p>
      <div className="dialog-choices">
        <Button autoFocus onPress={() => decide(false)}>
          {t('unsaved.stay')}
        </Button>
        <Button variant="danger" onPress={() => decide(true)}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </ModalDialog>
  );
}
