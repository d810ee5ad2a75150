import { storableText, typedNumber } from '@callside/schemas';
import { z } from 'zod';
import type { ShopTranslation } from './shop-webhook.ts';

const mostIdCharacters = 64;
/** Outside of these years a time is a mistake, and PostgreSQL does not store all of them. */
const years = { first: 1970, last: 2999 };

/** Ids are texts here: those of Shopify may have more digits than a number holds. */
export const id = z
  .union([z.string().min(1), z.int()])
  .transform(String)
  .refine((value) => value.length <= mostIdCharacters, 'is too long')
  .refine((value) => storableText(value) === value, 'holds a NUL character or a lone surrogate');

/** Absent and null are the empty text. The rows of the import refuse the U+FFFD that stands for what PostgreSQL cannot store. */
export const words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : storableText(String(value))));

/** A number, also as a text: some plugins send all values as texts. */
export const amount = z.preprocess(numberOf, z.number());

/** undefined and an empty text are null. */
export const amountOrNull = z.preprocess((value) => numberOf(value) ?? null, z.number().nullable());

function numberOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = typedNumber(value).trim();
  return text === '' ? undefined : Number(text);
}

/** With its offset; one without is UTC. */
export const instant = z
  .string()
  .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`))
  .refine((date) => !Number.isNaN(date.getTime()), 'is no time')
  .refine((date) => isInYears(date), `must be a time from ${years.first} to ${years.last}`);

function isInYears(date: Date): boolean {
  return date.getUTCFullYear() >= years.first && date.getUTCFullYear() <= years.last;
}

/** Parses a body and passes it on; says what is wrong when it is not as expected. */
export function readPayload<Schema extends z.ZodType>(
  body: string,
  schema: Schema,
  translate: (payload: z.output<Schema>) => Exclude<ShopTranslation, { ok: false }>['change'],
): ShopTranslation {
  let json: unknown;
  try {
    // The search for long numbers takes quadratic time in a text that is no JSON.
    JSON.parse(body);
    json = JSON.parse(withTextIds(body));
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  const result = schema.safeParse(json);
  if (result.success) return { ok: true, change: translate(result.data) };
  const [issue] = result.error.issues;
  return { ok: false, problem: `${issue?.path.join('.') || 'the body'}: ${issue?.message}` };
}

/** Puts quotes around whole numbers of 16 digits and more, which JSON.parse would round. Texts are matched to be skipped. */
function withTextIds(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/gs, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}
