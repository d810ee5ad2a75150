import type { RecordedOutcome } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { SessionEnded } from '../app/session-ended.tsx';
import { useFormats } from '../app/use-formats.ts';
import { type Caller, callerName } from '../desk/caller.ts';
import { formatPhoneNumber } from '../desk/phone-number.ts';
import { recordingWords } from '../desk/recording-words.ts';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { OfferDialogProps, OpenOffer, OutcomeDetails } from './offer-dialog.ts';
import { useOwnOutcomes } from './use-call-offers.ts';

const RecordSaleDialog = lazyPart<OfferDialogProps>(
  async () => (await import('./record-sale-dialog.tsx')).RecordSaleDialog,
);
const DeclineDialog = lazyPart<OfferDialogProps>(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
export const outcomeDialogs = [RecordSaleDialog, DeclineDialog];

interface OutcomeDialogProps {
  open: OpenOffer;
  desk: RepDesk;
  onRecorded: (outcome: RecordedOutcome) => void;
  onClose: () => void;
}

/** Name and number, or what there is of them. */
export function nameOfCall(caller: Caller): string {
  const name = callerName(caller);
  const number = formatPhoneNumber(caller.call.phone_number);
  return name === number || caller.customer?.match === 'withheld' ? name : `${name}, ${number}`;
}

/** The dialog for a sale or a declined offer. It says which call it is for, because another one may connect meanwhile. */
export function OutcomeDialog({ open, desk, onRecorded, onClose }: OutcomeDialogProps) {
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

/** What the dialog covers: a call that has ended or connected, and a recording that is paused or unknown. The announcer reads it. */
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
      {call !== null && words !== null && (recording.paused || words.state === 'unknown') && (
        <p className="dialog-recording" data-paused={recording.paused}>
          <strong>{words.heading}.</strong> {words.detail}
        </p>
      )}
    </div>
  );
}
