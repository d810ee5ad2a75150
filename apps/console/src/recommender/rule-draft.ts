import { type RuleKind, ruleAmount, type ruleConditions, ruleTargets } from '@callside/schemas';

export type RuleTarget = 'sku' | 'article_type' | 'attribute' | 'all';

/** What the form holds: the texts of all fields, also of those that the kind does not have. */
export interface RuleDraft {
  name: string;
  kind: RuleKind;
  target: RuleTarget;
  sku: string;
  article_type: string;
  attribute: string;
  value: string;
  amount: string;
  from: string;
  until: string;
  condition: (typeof ruleConditions)[number];
}

export const emptyDraft: RuleDraft = {
  name: '',
  kind: 'pin',
  target: 'sku',
  sku: '',
  article_type: '',
  attribute: '',
  value: '',
  amount: '',
  from: '',
  until: '',
  condition: 'always',
};

/** What a rule of a kind may be about; a minimum price also about every product. */
export function targetsOf(kind: RuleKind): RuleTarget[] {
  return kind === 'min_price' ? ['all', ...ruleTargets(kind)] : [...ruleTargets(kind)];
}

/** The kind changes; a target that it does not take becomes its first one. */
export function withKind(draft: RuleDraft, kind: RuleKind): RuleDraft {
  const targets = targetsOf(kind);
  const target = targets.includes(draft.target) ? draft.target : (targets[0] ?? 'sku');
  return { ...draft, kind, target, amount: '' };
}

/** The body to send: the fields of the kind that are filled in. The server says what is wrong with them. */
export function orderOf(draft: RuleDraft): Record<string, string | number> {
  const { name, kind, target, condition, amount } = draft;
  const fields =
    target === 'attribute' ? (['attribute', 'value'] as const) : target === 'all' ? [] : ([target] as const);
  const texts = [...fields, 'from' as const, 'until' as const]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, text]) => text !== '');
  const number = ruleAmount(kind);
  const isGiven = number !== null && amount.trim() !== '';
  return {
    name: name.trim(),
    kind,
    condition,
    ...Object.fromEntries(texts),
    // A text that is no number goes as it is, so that the server names the field.
    ...(isGiven && { [number]: Number.isNaN(Number(amount)) ? amount : Number(amount) }),
  };
}
