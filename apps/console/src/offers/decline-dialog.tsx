import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { OfferDialogProps } from './offer-dialog.ts';
import { newOutcomeId } from './offer-words.ts';
import '../ui/fields.css';

const reasons = ['price', 'owned', 'style', 'later', 'none'] as const;

/** Why an offer was declined. A press on a reason records it. */
export function DeclineDialog({ item, children, onRecord, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const [outcomeId] = useState(newOutcomeId);
  const [other, setOther] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const record = async (reason: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onRecord({ outcome: 'declined', reason, outcome_id: outcomeId });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (other.trim() !== '') void record(other.trim());
  };

  return (
    <ModalDialog title={t('offers.declineTitle')} onClose={onClose}>
      <p>{item.title}</p>
      {children}
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <ul className="decline-reasons" aria-label={t('offers.declineTitle')}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Button aria-disabled={isBusy} onPress={() => void record(t(`offers.declineReasons.${reason}`))}>
              {t(`offers.declineReasons.${reason}`)}
            </Button>
          </li>
        ))}
      </ul>
      <form className="decline-other" onSubmit={submit}>
        <TextField label={t('offers.otherReason')} value={other} onChange={setOther} maxLength={500} />
        <Button type="submit" aria-disabled={isBusy} isDisabled={other.trim() === ''}>
          {t('offers.recordReason')}
        </Button>
      </form>
    </ModalDialog>
  );
}
