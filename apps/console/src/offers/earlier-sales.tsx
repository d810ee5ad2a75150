import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import type { PastCall, RepDesk } from '../desk/rep-desk-model.ts';
import type { OpenOffer } from './offer-dialog.ts';
import { outcomeInWords } from './offer-words.ts';
import { nameOfCall, OutcomeDialog } from './outcome-dialog.tsx';
import { ownOutcomesOf } from './own-outcomes.ts';
import { SoldProducts } from './sold-products.tsx';
import { useOwnOutcomes } from './use-call-offers.ts';
import { useOfferedCall } from './use-offered-call.ts';

/**
 * The sales that this tab recorded in the previous call, once the offers of that call have left the page. A dialog stays open when another
 * call becomes the previous one.
 */
export function EarlierSales({ desk, previous }: { desk: RepDesk; previous: PastCall | null }) {
  const { t } = useTranslation();
  const { recorded } = useOwnOutcomes();
  const formats = useFormats();
  const [open, setOpen] = useState<OpenOffer | null>(null);
  /** With the previous call beside which it is said: with the next one it leaves. */
  const [told, setTold] = useState<{ beside: string | null; text: string } | null>(null);
  const offered = useOfferedCall(desk)?.call.reference;
  const shown = previous?.call.reference ?? null;
  const { outcomes, items } = ownOutcomesOf(recorded, shown ?? '');
  return (
    <>
      <p className="offers-told" role="status">
        {told !== null && told.beside === shown && told.text}
      </p>
      {previous !== null && previous.call.reference !== offered && (
        <SoldProducts
          label={t('offers.soldIn', { caller: nameOfCall(previous) })}
          reference={previous.call.reference}
          outcomes={outcomes}
          items={items}
          onCorrect={(item, corrects) => {
            const { recommendation_id: recommendationId } = corrects;
            const { reference } = previous.call;
            setTold(null);
            setOpen({ reference, caller: previous, recommendationId, item, outcome: 'sold', corrects });
          }}
        />
      )}
      {open !== null && (
        <OutcomeDialog
          open={open}
          desk={desk}
          onClose={() => setOpen(null)}
          onRecorded={(outcome) => {
            setOpen(null);
            // The line of a sale says it itself.
            if (open.reference === shown) return;
            const words = { caller: nameOfCall(open.caller), title: open.item.title };
            const text = t('offers.recordedFor', { ...words, outcome: outcomeInWords(t, outcome, formats) });
            setTold({ beside: shown, text });
          }}
        />
      )}
    </>
  );
}
