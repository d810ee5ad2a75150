import { z } from 'zod';

/** One reason for which a request was refused. */
export const validationIssueSchema = z.object({
  type: z.string().meta({ description: 'Machine-readable kind, such as json_invalid, missing or string_type.' }),
  loc: z
    .array(z.union([z.string(), z.number()]))
    .meta({ description: 'Where: "body" and the field, or for broken JSON the offset in UTF-16 code units, from 0.' }),
  msg: z.string().meta({ description: 'The same for people.' }),
});
export type ValidationIssue = z.infer<typeof validationIssueSchema>;

/** Body of a 422. */
export const validationErrorSchema = z.object({ detail: z.array(validationIssueSchema) });

/** Body of every other error; `request_id` on 5xx. */
export const errorSchema = z.object({
  detail: z.string().meta({ description: 'For people.' }),
  request_id: z.string().optional().meta({ description: 'On 5xx: what to quote to the operator.' }),
});
