import type { MerchandisingRule } from '@callside/schemas';

/** Whether the last day of a rule is before `today`. Both are days in the brand's time zone, as YYYY-MM-DD. */
export function isRuleOver({ until }: Pick<MerchandisingRule, 'until'>, today: string): boolean {
  return until !== undefined && until < today;
}

/** What a rule names. */
export function targetOf({ sku, article_type }: MerchandisingRule): 'sku' | 'article_type' | 'attribute' {
  if (sku !== undefined) return 'sku';
  return article_type === undefined ? 'attribute' : 'article_type';
}
