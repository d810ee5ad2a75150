import { z } from 'zod';
import { isSku, normaliseSku, skuForm } from './sku.ts';

/** Why a product is not offered. A rule of the brand is `rule:` and its name. */
export const whyNotCodes = [
  'not_in_catalogue',
  'out_of_stock',
  'size_unknown',
  'anchor',
  'just_bought',
  'declined',
  'returned',
  'rank',
] as const;
const rulePrefix = 'rule:';
export type WhyNotCode = (typeof whyNotCodes)[number] | `${typeof rulePrefix}${string}`;

/** The name of the rule in a code; null: it is none of a rule. */
export function ruleOfCode(code: string): string | null {
  return code.startsWith(rulePrefix) ? code.slice(rulePrefix.length) : null;
}

export const whyNotReasonSchema = z.object({
  code: z.string().meta({
    description: `One of ${whyNotCodes.map((code) => `\`${code}\``).join(', ')}; or \`rule:\` and the name of a rule of the brand.`,
  }),
  text: z.string().meta({ description: 'In English.' }),
  since: z.iso
    .date()
    .optional()
    .meta({ description: "The day on which it began, in the brand's time zone, if it has one." }),
});
export type WhyNotReason = z.infer<typeof whyNotReasonSchema>;

/** Answer to GET /recommendations/{recommendation_id}/why-not/{sku}. */
export const whyNotSchema = z.object({
  sku: z.string(),
  offered: z.boolean(),
  rank: z.int().min(1).nullable().meta({
    description:
      'Of an offer, its place in the list; of another product that may be offered, its place among those that were ranked.',
  }),
  reasons: z.array(whyNotReasonSchema).meta({ description: 'Every reason; empty for an offer.' }),
});
export type WhyNot = z.infer<typeof whyNotSchema>;

/** Query of GET /{brand}/calls/{reference}/why-not. */
export const whyNotQuerySchema = z.object({
  recommendation_id: z
    .uuid({
      error: ({ input }) =>
        input === undefined ? 'recommendation_id is required' : 'recommendation_id must be a UUID',
    })
    .meta({ description: 'Of offers of the call.' }),
  sku: z
    .string({ error: ({ input }) => (input === undefined ? 'sku is required' : 'sku must be given once') })
    .transform(normaliseSku)
    .refine(isSku, `sku must have ${skuForm}`)
    .meta({ description: 'Of the product.' }),
});
