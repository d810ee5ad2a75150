import { declineReasons } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useFocusOnRefused } from '../ui/use-focus-on-refused.ts';
import type { OfferDialogProps } from './offer-dialog.ts';
import { useRecording } from './use-recording.ts';
import '../ui/fields.css';

/** Why an offer was declined. A press on a reason records it. */
export function DeclineDialog({ item, children, onRecord, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const { isBusy, problem, record } = useRecording(onRecord);
  const [other, setOther] = useState('');
  /** How often the rep tried to record another reason without one. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  const decline = (reason: string) => void record({ outcome: 'declined', reason });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (other.trim() === '') setIncomplete((count) => count + 1);
    else decline(other.trim());
  };

  return (
    <ModalDialog title={t('offers.declineTitle')} onClose={onClose} isDismissable={!isBusy && other === ''}>
      <p>{item.title}</p>
      {children}
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <ul className="decline-reasons" aria-label={t('offers.declineTitle')}>
        {declineReasons.map((reason) => (
          <li key={reason}>
            <Button aria-disabled={isBusy} onPress={() => decline(reason)}>
              {t(`offers.declineReasons.${reason}`)}
            </Button>
          </li>
        ))}
      </ul>
      <form ref={form} className="decline-other" onSubmit={submit} noValidate>
        <TextField
          label={t('offers.otherReason')}
          value={other}
          onChange={setOther}
          maxLength={500}
          error={incomplete > 0 && other.trim() === '' ? t('problems.empty') : undefined}
        />
        <div className="dialog-choices">
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('offers.cancel')}
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {t(isBusy ? 'desk.saving' : 'offers.recordReason')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
