import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { storableText } from './storable-text.ts';

export const mostContextMembers = 8;
export const longestContextName = 40;
export const longestContextValue = 120;

const nameText = `a name of context must have 1 to ${longestContextName} characters`;
const valueText = `a value of context must be a text of at most ${longestContextValue} characters`;

/** In code points, as PostgreSQL and `maxLength` count them. */
const hasAtMost = (most: number) => (text: string) => text.length <= 2 * most && [...text].length <= most;
const tooLong = { error: valueText, params: { type: 'string_too_long' } };

/** Where a request comes from: queue, campaign, dialled number, language and the like. */
export const callContextSchema = boundedRecord('context', {
  key: z
    .string()
    .min(1)
    .refine(hasAtMost(longestContextName))
    .meta({ maxLength: longestContextName })
    .transform(storableText),
  keyProblem: nameText,
  value: z
    .string(valueText)
    .refine(hasAtMost(longestContextValue), tooLong)
    .meta({ maxLength: longestContextValue })
    .transform(storableText),
  most: mostContextMembers,
});
export type CallContext = z.output<typeof callContextSchema>;

/** The form in which the values of a context are compared. */
export function contextValueKey(value: string): string {
  return value.trim().toLowerCase();
}
