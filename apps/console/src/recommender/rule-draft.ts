import { type RuleKind, ruleAmount, type ruleConditions, ruleTargets } from '@callside/schemas';
import { fractionDigitsOf, hasTooManyDecimals, numberIn } from '../ui/number-text.ts';
import { contextMembers } from './context-members.ts';

export type RuleTarget = 'sku' | 'article_type' | 'attribute' | 'all';

/** The content of the form: the texts of all fields, including those that the kind does not have. */
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
  /** Members of the context of a request: `queue=retention, language=es`. */
  context: string;
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
  context: '',
  condition: 'always',
};

/** Whether anything was typed. A choice alone is no loss. */
export function isTyped(draft: RuleDraft): boolean {
  const fields = Object.keys(emptyDraft) as (keyof RuleDraft)[];
  return fields.some((field) => emptyDraft[field] === '' && draft[field].trim() !== '');
}

/** The possible targets of a kind of rule. A minimum price can also apply to every product. */
export function targetsOf(kind: RuleKind): RuleTarget[] {
  return kind === 'min_price' ? ['all', ...ruleTargets(kind)] : [...ruleTargets(kind)];
}

/** Changes the kind. A target that the kind does not accept is replaced by its first one. */
export function withKind(draft: RuleDraft, kind: RuleKind): RuleDraft {
  const targets = targetsOf(kind);
  const target = targets.includes(draft.target) ? draft.target : (targets[0] ?? 'sku');
  return { ...draft, kind, target, amount: '' };
}

interface Locale {
  language: string;
  currency: string;
}

/** The body to send: the fields of the kind that are filled in, with a number as the locale writes it. The server checks them. */
export function ruleOf(draft: RuleDraft, { language, currency }: Locale): Record<string, unknown> {
  const { name, kind, target, condition, context, amount } = draft;
  const fields =
    target === 'attribute' ? (['attribute', 'value'] as const) : target === 'all' ? [] : ([target] as const);
  const texts = [...fields, 'from' as const, 'until' as const]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, text]) => text !== '');
  const number = ruleAmount(kind);
  const isGiven = number !== null && amount.trim() !== '';
  const value = isGiven ? numberIn(amount, language, { fractionDigits: decimalsOf(number, currency) }) : Number.NaN;
  return {
    name: name.trim(),
    kind,
    condition,
    ...Object.fromEntries(texts),
    // A text that names no members, or is not a number, is sent unchanged, so that the error of the server names the field.
    ...(context.trim() !== '' && { context: contextMembers(context) ?? context }),
    ...(isGiven && { [number]: Number.isNaN(value) ? amount : value }),
  };
}

/** How many decimals the amount may have, if it has more; null if it does not, or if the service names whole numbers. */
export function exceededDecimals({ kind, amount }: RuleDraft, { language, currency }: Locale): number | null {
  const number = ruleAmount(kind);
  if (number !== 'factor' && number !== 'price') return null;
  const fractionDigits = decimalsOf(number, currency);
  return hasTooManyDecimals(amount, language, { fractionDigits }) ? fractionDigits : null;
}

function decimalsOf(number: NonNullable<ReturnType<typeof ruleAmount>>, currency: string): number {
  return { rank: 0, factor: 4, most: 0, price: fractionDigitsOf(currency) }[number];
}
