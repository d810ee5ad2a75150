import type { RecordedOutcome } from '@callside/schemas';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { SessionEnded } from '../app/session-ended.tsx';
import { useFormats } from '../app/use-formats.ts';
import { callerName, nameOfCall } from '../desk/caller.ts';
import { recordingWords } from '../desk/recording-words.ts';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { OfferDialogProps, OpenOffer, OutcomeDetails } from './offer-dialog.ts';
import { outcomeInWords } from './offer-words.ts';
import { useOwnOutcomes } from './use-call-offers.ts';

const RecordSaleDialog = lazyPart<OfferDialogProps>(
  async () => (await import('./record-sale-dialog.tsx')).RecordSaleDialog,
);
const DeclineDialog = lazyPart<OfferDialogProps>(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
export const outcomeDialogs = [RecordSaleDialog, DeclineDialog];

/**
 * The dialog for an outcome, and what is told of one whose call is not on the page any more. `shown`: the call whose outcomes are on the
 * page; null: none.
 */
export function useOutcomeDialog(desk: RepDesk, shown: string | null) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [opened, open] = useState<OpenOffer | null>(null);
  /** With the call beside which it is said: with the next one it leaves. */
  const [told, setTold] = useState<{ beside: string | null; text: string } | null>(null);
  // Another call may be shown before the answer.
  const nowShown = useRef(shown);
  nowShown.current = shown;
  const onRecorded = ({ reference, caller, item }: OpenOffer, recorded: RecordedOutcome) => {
    open(null);
    // The line of the product says it itself.
    if (nowShown.current === reference) return;
    const words = { caller: nameOfCall(caller), title: item.title, outcome: outcomeInWords(t, recorded, formats) };
    setTold({ beside: nowShown.current, text: t('offers.recordedFor', words) });
  };
  return {
    opened,
    open,
    told: (
      <p className="offers-told" role="status">
        {told !== null && told.beside === shown && told.text}
      </p>
    ),
    dialog: opened !== null && (
      <OutcomeDialog
        open={opened}
        desk={desk}
        onClose={() => open(null)}
        onRecorded={(recorded) => onRecorded(opened, recorded)}
      />
    ),
  };
}

interface OutcomeDialogProps {
  open: OpenOffer;
  desk: RepDesk;
  onRecorded: (outcome: RecordedOutcome) => void;
  onClose: () => void;
}

/** The dialog for a sale or a declined offer. It says which call it is for, because another one may connect meanwhile. */
function OutcomeDialog({ open, desk, onRecorded, onClose }: OutcomeDialogProps) {
  const { t } = useTranslation();
  const { isExpired } = useSession();
  const { record } = useOwnOutcomes();
  const { reference, caller, recommendationId, item, outcome, corrects } = open;
  const onRecord = async (details: OutcomeDetails) => {
    const body = { ...details, recommendation_id: recommendationId, sku: item.sku };
    onRecorded((await record({ reference, item, outcome: body })).outcome);
  };
  const Dialog = outcome === 'sold' ? RecordSaleDialog : DeclineDialog;
  return (
    <Dialog item={item} corrects={corrects} onRecord={onRecord} onClose={onClose}>
      <p className="dialog-caller">{t('offers.for', { caller: nameOfCall(caller) })}</p>
      <DeskNews desk={desk} reference={reference} />
      {/* That of the page is behind the dialog, out of reach. */}
      {isExpired && <SessionEnded />}
    </Dialog>
  );
}

/** What the dialog covers: a call that has ended or connected, and the recording. The announcer reads it. */
function DeskNews({ desk, reference }: { desk: RepDesk; reference: string }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { call, customer, recording } = desk;
  const words = recordingWords(desk, time);
  return (
    <div className="dialog-news">
      {call?.reference !== reference && <p>{t('offers.callEnded')}</p>}
      {call !== null && call.reference !== reference && (
        <p>
          <strong>{t('offers.newCall', { caller: callerName({ call, customer }) })}</strong>
        </p>
      )}
      {call !== null && words !== null && (
        <p className="dialog-recording" data-paused={recording.paused} data-state={words.state}>
          <strong>{words.heading}.</strong> {words.detail}
        </p>
      )}
    </div>
  );
}
