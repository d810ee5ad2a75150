import { ruleAmount, ruleConditions, ruleKinds } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useUnsavedChanges } from '../app/unsaved-changes.tsx';
import { useFieldProblem } from '../app/use-field-problem.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ProductField } from './product-field.tsx';
import { emptyDraft, exceededDecimals, isTyped, type RuleDraft, ruleOf, targetsOf, withKind } from './rule-draft.ts';

interface RuleFormProps {
  isBusy: boolean;
  /** Why the last rule was refused. */
  error: Error | null;
  /** Resolves to whether the rule was added. */
  onAdd: (rule: object) => Promise<boolean>;
}

type TextName = 'name' | 'article_type' | 'attribute' | 'value' | 'from' | 'until' | 'context';

const textsOfTarget = {
  sku: [],
  article_type: ['article_type'],
  attribute: ['attribute', 'value'],
  all: [],
} as const;

export function RuleForm({ isBusy, error, onAdd }: RuleFormProps) {
  const { t, i18n } = useTranslation();
  const { currency } = useSession().user.brand_settings;
  const [draft, setDraft] = useState<RuleDraft>(emptyDraft);
  const { kind, target, condition } = draft;
  const locale = { language: i18n.language, currency };
  const amount = ruleAmount(kind);
  const decimals = exceededDecimals(draft, locale);
  const change = (fields: Partial<RuleDraft>) => setDraft({ ...draft, ...fields });
  useUnsavedChanges(isTyped(draft));

  const add = async () => {
    // What was typed meanwhile stays.
    if (await onAdd(ruleOf(draft, locale))) setDraft((now) => (now === draft ? emptyDraft : now));
  };
  const text = (name: TextName, options: Pick<RuleTextProps, 'type' | 'description' | 'rows'> = {}) => (
    <RuleText
      {...options}
      key={name}
      field={name}
      label={t(`rules.field.${name}`)}
      value={draft[name]}
      error={error}
      onChange={(value) => change({ [name]: value })}
    />
  );

  return (
    <SettingsForm label={t('rules.add')} submit={t('rules.addNow')} isDisabled={isBusy} onSubmit={add} noValidate>
      <div className="fields">
        {text('name')}
        <SelectField
          label={t('rules.field.kind')}
          description={t(`rules.kindHelp.${kind}`)}
          value={kind}
          onChange={(value) => setDraft(withKind(draft, value))}
          options={ruleKinds.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
        />
        <SelectField
          label={t('rules.field.target')}
          value={target}
          onChange={(value) => change({ target: value })}
          options={targetsOf(kind).map((value) => ({ value, label: t(`rules.target.${value}`) }))}
        />
        {target === 'sku' && <RuleProduct sku={draft.sku} error={error} onChange={(sku) => change({ sku })} />}
        {textsOfTarget[target].map((name) => text(name))}
        {amount !== null && (
          <RuleText
            key={amount}
            field={amount}
            label={t(`rules.field.${amount}`)}
            description={amount === 'price' ? t('rules.field.priceHelp', { currency }) : undefined}
            value={draft.amount}
            error={error}
            ownProblem={decimals === null ? undefined : t('fields.decimals', { count: decimals })}
            onChange={(value) => change({ amount: value })}
          />
        )}
        {text('from', { type: 'date' })}
        {text('until', { type: 'date' })}
        <SelectField
          label={t('rules.field.condition')}
          value={condition}
          onChange={(value) => change({ condition: value })}
          options={ruleConditions.map((value) => ({ value, label: t(`rules.condition.${value}`) }))}
        />
        {text('context', { description: t('rules.field.contextHelp'), rows: 2 })}
      </div>
    </SettingsForm>
  );
}

/** The product of a rule: found by its SKU or its title. */
function RuleProduct({ sku, error, onChange }: { sku: string; error: Error | null; onChange: (sku: string) => void }) {
  const { t } = useTranslation();
  const problem = useFieldProblem(error, 'sku', sku);
  return (
    <ProductField
      label={t('rules.field.sku')}
      description={t('rules.field.skuHelp')}
      text={sku}
      error={problem}
      onTextChange={onChange}
      onChoose={(product) => onChange(product.sku)}
    />
  );
}

interface RuleTextProps {
  /** The name of the field in the API. */
  field: string;
  label: string;
  description?: string | undefined;
  type?: 'date';
  rows?: number;
  value: string;
  error: Error | null;
  /** Says more than the server, which was sent a text that is not a number. */
  ownProblem?: string | undefined;
  onChange: (value: string) => void;
}

/** A field with its error from the server. */
function RuleText({ field, value, error, ownProblem, ...shown }: RuleTextProps) {
  const problem = useFieldProblem(error, field, value);
  return <TextField {...shown} value={value} maxLength={200} error={problem && (ownProblem ?? problem)} />;
}
