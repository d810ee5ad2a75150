import { z } from 'zod';
import type { ShopTranslation } from './shop-webhook.ts';

const mostIdCharacters = 64;

/** Ids are texts here: those of Shopify may have more digits than a number holds. */
export const id = z
  .union([z.string().min(1), z.int()])
  .transform(String)
  .refine((value) => value.length <= mostIdCharacters, 'is too long');

/** Absent and null are the empty text. */
export const words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));

/** With its offset; one without is UTC. */
export const instant = z
  .string()
  .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`))
  .refine((date) => !Number.isNaN(date.getTime()), 'is no time');

/** Parses a body and passes it on; says what is wrong when it is not as expected. */
export function readPayload<Schema extends z.ZodType>(
  body: string,
  schema: Schema,
  translate: (payload: z.output<Schema>) => Exclude<ShopTranslation, { ok: false }>['change'],
): ShopTranslation {
  let json: unknown;
  try {
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
