import type { OfferOutcome } from '@callside/schemas';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBefore } from '../desk/use-desk-reads.ts';
import { useRepNotes } from '../desk/use-rep-notes.ts';
import { Button } from '../ui/button.tsx';
import type { OfferedProduct } from './offer-dialog.ts';
import { outcomesOf } from './offer-words.ts';
import { useOwnOutcomes } from './use-call-offers.ts';
import './record-sale.css';

const undoForMs = 60_000;

interface SaleActionsProps {
  /** Of the call. */
  reference: string;
  /** Those of the call that count. */
  outcomes: readonly OfferOutcome[];
  item: OfferedProduct;
  onCorrect: (sale: OfferOutcome) => void;
}

/** Undoes the last sale of a product for a minute, and corrects it until the result of the call is stored. */
export function SaleActions({ reference, outcomes, item, onCorrect }: SaleActionsProps) {
  const sale = outcomesOf(item, outcomes).findLast(({ outcome }) => outcome === 'sold');
  if (sale === undefined) return null;
  const isLastSale = outcomes.filter(({ outcome }) => outcome === 'sold').length === 1;
  return <ActionsOfSale {...{ reference, item, sale, isLastSale }} onCorrect={() => onCorrect(sale)} />;
}

interface ActionsOfSaleProps {
  reference: string;
  item: OfferedProduct;
  sale: OfferOutcome;
  /** The call has no other sale. */
  isLastSale: boolean;
  onCorrect: () => void;
}

function ActionsOfSale({ reference, item, sale, isLastSale, onCorrect }: ActionsOfSaleProps) {
  const { t } = useTranslation();
  const { withdraw, isWithdrawing } = useOwnOutcomes();
  const actions = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<{ of: string; text: string } | null>(null);
  const outcomeId = sale.outcome_id;
  const canUndo = useIsBefore(Date.parse(sale.recorded_at) + undoForMs);
  const canCorrect = !useIsResultStored(reference);
  const undo = async () => {
    if (isWithdrawing) return;
    // Found before the answer: these buttons leave the page with the sale.
    const sold = actions.current?.closest('li')?.querySelector<HTMLElement>('[data-sold]');
    const hadFocus = actions.current?.contains(document.activeElement);
    try {
      await withdraw({ reference, item, outcomeId, isLastSale });
      if (hadFocus) sold?.focus();
    } catch (error) {
      setProblem({ of: outcomeId, text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div ref={actions} className="sale-actions">
      {canUndo && (
        <Button
          aria-label={`${t('offers.undoSale')}: ${item.title}`}
          aria-disabled={isWithdrawing}
          onPress={() => void undo()}
        >
          {t('offers.undoSale')}
        </Button>
      )}
      {canCorrect && (
        <Button aria-label={`${t('offers.correct')}: ${item.title}`} onPress={onCorrect}>
          {t('offers.correct')}
        </Button>
      )}
      <p className="sale-problem" role="alert">
        {problem?.of === outcomeId && problem.text}
      </p>
    </div>
  );
}

/** Whether the rep has chosen the result of the call, and the service has it. */
function useIsResultStored(reference: string): boolean {
  const saver = useRepNotes().of(reference);
  const { draft } = useSyncExternalStore(saver.subscribe, saver.state);
  return draft.isSaved && draft.disposition !== null && draft.fromSale !== true;
}
