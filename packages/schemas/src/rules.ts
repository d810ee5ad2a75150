import { z } from 'zod';
import { callContextSchema, contextValueKey } from './call-context.ts';
import { isSku, normaliseSku, skuForm } from './sku.ts';
import { storableText } from './storable-text.ts';

export const ruleKinds = ['pin', 'block', 'boost', 'cap', 'min_price'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Whether a rule acts on requests with anchors, on those without, or on both. */
export const ruleConditions = ['always', 'with_anchors', 'without_anchors'] as const;

/** The maximum number of rules of one brand. */
export const mostRules = 200;

const mostRank = 10;
const [leastFactor, mostFactor] = [0.01, 100];
const mostPrice = 1e9;
const longestText = 200;

const targets = ['sku', 'article_type', 'attribute'] as const;
type Target = (typeof targets)[number];
type Amount = 'rank' | 'factor' | 'most' | 'price';

/** What each kind names: one of its targets (`optional`: or none, which means every product), and its number. */
const forms: Record<RuleKind, { targets: readonly Target[]; isOptional?: true; amount: Amount | null }> = {
  pin: { targets: ['sku'], amount: 'rank' },
  block: { targets, amount: null },
  boost: { targets, amount: 'factor' },
  cap: { targets: ['article_type'], amount: 'most' },
  min_price: { targets: ['article_type'], isOptional: true, amount: 'price' },
};

/** The number that a rule of a kind has; null: none. */
export const ruleAmount = (kind: RuleKind): Amount | null => forms[kind].amount;
/** What a rule of a kind may name. */
export const ruleTargets = (kind: RuleKind): readonly Target[] => forms[kind].targets;

function text(field: string) {
  return z
    .string(`${field} must be a string`)
    .trim()
    .min(1, `${field} must not be empty`)
    .max(longestText, `${field} must not be longer than ${longestText} characters`)
    .transform(storableText)
    .nullish();
}

function day(field: string) {
  return z.iso.date(`${field} must be a calendar day such as 2026-11-20`).nullish();
}

const rankText = `rank must be a whole number from 1 to ${mostRank}`;
const mostText = `most must be a whole number from 1 to ${mostRank}`;
const factorText = `factor must be a number from ${leastFactor} to ${mostFactor}`;
const priceText = 'price must be a number above 0';

const fields = {
  name: z
    .string('name must be a string')
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'name must consist of 1 to 64 lower-case letters, digits and hyphens')
    .meta({ description: 'Of the rule. Unique in the brand.' }),
  kind: z.enum(ruleKinds, `kind must be one of ${ruleKinds.join(', ')}`),
  sku: z
    .string('sku must be a string')
    .transform(normaliseSku)
    .refine(isSku, `sku must be ${skuForm}`)
    .nullish()
    .meta({ type: 'string', description: 'The product that the rule is about.' }),
  article_type: text('article_type').meta({
    type: 'string',
    description: 'The article type that the rule is about, in any spelling.',
  }),
  attribute: text('attribute').meta({
    type: 'string',
    description: 'A column of the catalogue, such as `metal`; with `value`.',
  }),
  value: text('value').meta({ type: 'string', description: 'Of the attribute; compared without case.' }),
  rank: z
    .int({ error: rankText, abort: true })
    .min(1, rankText)
    .max(mostRank, rankText)
    .nullish()
    .meta({ description: '`pin`: the place in the list; 1 is the first.' }),
  factor: z
    .number(factorText)
    .min(leastFactor, factorText)
    .max(mostFactor, factorText)
    .nullish()
    .meta({ description: '`boost`: above 1 moves products up, below 1 down.' }),
  most: z
    .int({ error: mostText, abort: true })
    .min(1, mostText)
    .max(mostRank, mostText)
    .nullish()
    .meta({ description: '`cap`: the most offers of the article type in one list.' }),
  price: z
    .number(priceText)
    .positive(priceText)
    .max(mostPrice, `price must not be above ${mostPrice}`)
    .nullish()
    .meta({ description: '`min_price`: cheaper products are not offered.' }),
  from: day('from').meta({ description: "The first day, in the brand's time zone. Absent: at once." }),
  until: day('until').meta({ description: "The last day, in the brand's time zone. Absent: until it is removed." }),
  condition: z
    .enum(ruleConditions, `condition must be one of ${ruleConditions.join(', ')}`)
    .nullish()
    .meta({ description: 'Which requests the rule acts on; absent: `always`.' }),
  context: callContextSchema.nullish().meta({
    description:
      'Only requests whose context has all of these, such as `{"queue": "retention"}`; compared without case.',
  }),
};

const calendarDay = z.iso.date();

const rule = z.object({
  name: z.string(),
  kind: z.enum(ruleKinds),
  sku: z.string().optional(),
  article_type: z.string().optional(),
  attribute: z.string().optional(),
  value: z.string().optional(),
  rank: z.int().optional(),
  factor: z.number().optional(),
  most: z.int().optional(),
  price: z.number().optional(),
  from: calendarDay.optional(),
  until: calendarDay.optional(),
  condition: z.enum(ruleConditions),
  context: z.record(z.string(), z.string()).optional(),
});
/** A rule that was checked: its members are those of its kind. */
export type MerchandisingRule = z.infer<typeof rule>;

/** A rule on file. */
export const ruleViewSchema = rule.extend({ updated_at: z.iso.datetime({ offset: true }) });
export type RuleView = z.infer<typeof ruleViewSchema>;

/** A rule that was added. */
export const addedRuleSchema = ruleViewSchema.extend({
  in_catalogue: z.boolean().meta({
    description:
      'Whether the catalogue has a product that the rule is about. Without one the rule acts when there is one.',
  }),
});
export type AddedRule = z.infer<typeof addedRuleSchema>;

/** The members of a rule that is sent. */
export const ruleFields = Object.keys(fields);

const sentRule = z.object(fields, 'the body must be a JSON object');

/** A merchandising rule. Null counts as absent. */
export const ruleSchema = sentRule
  .superRefine((rule, context) => {
    for (const { field, problem } of problemsOf(rule)) {
      context.addIssue({ code: 'custom', path: [field], message: problem, input: rule });
    }
  })
  .transform((rule) => {
    const { name, kind, condition, ...others } = rule;
    const given = Object.entries(others).filter(([, value]) => !isAbsent(value));
    return { name, kind, ...Object.fromEntries(given), condition: condition ?? 'always' } as MerchandisingRule;
  });

/** No condition on the context is the same as none of it. */
function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a request has the context that a rule is for. */
export function isInContext(
  { context: wanted = {} }: Pick<MerchandisingRule, 'context'>,
  sent: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    return Object.hasOwn(sent, name) && contextValueKey(sent[name] ?? '') === contextValueKey(value);
  });
}

type SentRule = z.output<typeof sentRule>;

function problemsOf(rule: SentRule): { field: keyof SentRule; problem: string }[] {
  const { targets: allowed, isOptional = false, amount } = forms[rule.kind];
  const has = (field: keyof SentRule) => rule[field] !== null && rule[field] !== undefined;
  const problems: { field: keyof SentRule; problem: string }[] = [];
  const named = targets.filter(has);
  for (const target of named) {
    if (!allowed.includes(target)) problems.push({ field: target, problem: `${rule.kind} takes no ${target}` });
  }
  if (named.length > 1) {
    problems.push({ field: named[1] as Target, problem: `name only one of ${named.join(', ')}` });
  }
  if (named.length === 0 && !isOptional) {
    problems.push({ field: allowed[0] as Target, problem: `${rule.kind} needs ${listOf(allowed)}` });
  }
  if (has('attribute') && !has('value')) problems.push({ field: 'value', problem: 'attribute needs a value' });
  if (has('value') && !has('attribute')) problems.push({ field: 'attribute', problem: 'value needs an attribute' });
  for (const field of ['rank', 'factor', 'most', 'price'] as const) {
    if (field === amount && !has(field)) problems.push({ field, problem: `${rule.kind} needs ${field}` });
    if (field !== amount && has(field)) problems.push({ field, problem: `${rule.kind} takes no ${field}` });
  }
  if (rule.from && rule.until && rule.until < rule.from) {
    problems.push({ field: 'until', problem: 'until must not be before from' });
  }
  return problems;
}

function listOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `one of ${names.join(', ')}`;
}

/** A rule that was removed. */
export const removedRuleSchema = z.object({ name: z.string() });

export const ruleListSchema = z.object({ items: z.array(ruleViewSchema).meta({ description: 'By name.' }) });
export type RuleList = z.infer<typeof ruleListSchema>;
