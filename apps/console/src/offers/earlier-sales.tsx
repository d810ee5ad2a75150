import { useTranslation } from 'react-i18next';
import { nameOfCall } from '../desk/caller.ts';
import type { PastCall, RepDesk } from '../desk/rep-desk-model.ts';
import { useOutcomeDialog } from './outcome-dialog.tsx';
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
  const offered = useOfferedCall(desk)?.call.reference;
  const shown = previous?.call.reference ?? null;
  const { open, told, dialog } = useOutcomeDialog(desk, shown);
  const { outcomes, items } = ownOutcomesOf(recorded, shown ?? '');
  return (
    <>
      {told}
      {previous !== null && previous.call.reference !== offered && (
        <SoldProducts
          label={t('offers.soldIn', { caller: nameOfCall(previous) })}
          reference={previous.call.reference}
          outcomes={outcomes}
          items={items}
          onCorrect={(item, corrects) => {
            const { recommendation_id: recommendationId } = corrects;
            const { reference } = previous.call;
            open({ reference, caller: previous, recommendationId, item, outcome: 'sold', corrects });
          }}
        />
      )}
      {dialog}
    </>
  );
}
