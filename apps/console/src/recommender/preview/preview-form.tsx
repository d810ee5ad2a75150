import { longestCode, nobodysNumber, type OfferPreviewBody } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusOnRefused } from '../../ui/use-focus-on-refused.ts';
import '../../settings/settings.css';
import { contextMembers } from '../context-members.ts';
import { type ChosenProduct, ProductsField } from './products-field.tsx';

interface PreviewFormProps {
  isBusy: boolean;
  /** Why the last preview was refused. */
  error: Error | null;
  onAsk: (body: PreviewBody) => void;
  /** The last answer is not for what the form says now. */
  onChange: () => void;
}

export type PreviewBody = OfferPreviewBody & { context?: Record<string, string> };

/** Whose orders the offers are made from. */
const callers = ['number', 'code', 'chosen', 'nobody'] as const;
type Caller = (typeof callers)[number];
/** As many as the desk asks for. */
const offersOfDesk = 6;
const longestNumber = 40;

/** The caller and the call that the offers are for. */
export function PreviewForm({ isBusy, error, onAsk, onChange }: PreviewFormProps) {
  const { t } = useTranslation();
  const [caller, setCaller] = useState<Caller>('number');
  const [number, setNumber] = useState('');
  const [code, setCode] = useState('');
  const [history, setHistory] = useState<ChosenProduct[]>([]);
  const [anchors, setAnchors] = useState<ChosenProduct[]>([]);
  const [contextText, setContextText] = useState('');
  const [withRules, setWithRules] = useState(true);
  /** How often the owner asked without a number or a code, or with a context that names no fields. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  const numberProblem = useFieldProblem(error, 'phone', number);
  const codeProblem = useFieldProblem(error, 'customer_id', code);
  const contextProblem = useFieldProblem(error, 'context', contextText);
  const context = contextMembers(contextText);
  const named = caller === 'number' ? number : caller === 'code' ? code : 'nobody';
  const empty = incomplete > 0 && named.trim() === '' ? t('problems.empty') : undefined;
  const unread = incomplete > 0 && context === null ? t('refusals.contextMembers') : undefined;

  function changed<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value);
      onChange();
    };
  }
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (named.trim() === '' || context === null) {
      setIncomplete((count) => count + 1);
      return;
    }
    setIncomplete(0);
    onAsk({
      phone: caller === 'number' ? number : nobodysNumber,
      ...(caller === 'code' && { customer_id: code }),
      ...(caller === 'chosen' && { customer_order_history: history.map(({ sku }) => ({ sku })) }),
      purchased_skus: anchors.map(({ sku }) => sku),
      num_items: offersOfDesk,
      ...(Object.keys(context).length > 0 && { context }),
      rules: withRules,
    });
  };

  return (
    <form ref={form} className="settings-form" onSubmit={ask} aria-label={t('preview.caller')} noValidate>
      <div className="fields">
        <SelectField
          label={t('preview.who')}
          value={caller}
          onChange={changed(setCaller)}
          options={callers.map((value) => ({ value, label: t(`preview.callers.${value}`) }))}
        />
        {caller === 'number' && (
          <TextField
            label={t('preview.number')}
            value={number}
            onChange={changed(setNumber)}
            maxLength={longestNumber}
            inputMode="tel"
            error={empty ?? numberProblem}
          />
        )}
        {caller === 'code' && (
          <TextField
            label={t('preview.code')}
            value={code}
            onChange={changed(setCode)}
            maxLength={longestCode}
            error={empty ?? codeProblem}
          />
        )}
        {caller === 'chosen' && (
          <ProductsField
            label={t('preview.history')}
            description={t('preview.historyHelp')}
            products={history}
            onChange={changed(setHistory)}
          />
        )}
        <ProductsField label={t('offers.buying')} products={anchors} onChange={changed(setAnchors)} />
        <TextField
          label={t('preview.context')}
          description={t('preview.contextHelp')}
          value={contextText}
          onChange={changed(setContextText)}
          rows={2}
          error={unread ?? contextProblem}
        />
      </div>
      <label className="preview-rules">
        <input type="checkbox" checked={withRules} onChange={({ target }) => changed(setWithRules)(target.checked)} />
        {t('preview.withRules')}
      </label>
      <div className="form-actions">
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {t(isBusy ? 'preview.asking' : 'preview.ask')}
        </Button>
      </div>
    </form>
  );
}
