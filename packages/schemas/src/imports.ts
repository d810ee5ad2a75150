import { z } from 'zod';

/** What an owner imports from a file. */
export const importKinds = ['catalogue', 'stock', 'orders'] as const;
export type OwnerImportKind = (typeof importKinds)[number];

export const importFormats = ['shopify', 'woocommerce'] as const;

/** Of the content, decompressed. Larger files: `callside catalog import`, which has no limit. */
export const mostImportBytes = 256 * 1024 * 1024;

/** Rejected rows that an answer names; the others are counted. */
export const mostImportErrors = 100;

const flag = (name: string) => z.enum(['true', 'false'], `${name} must be true or false`).optional();

export const importQuerySchema = z.object({
  name: z
    .string('name must be given once')
    .trim()
    .min(1, 'name must not be empty')
    .max(255, 'name must not be longer than 255 characters')
    .meta({ description: 'Of the file. Its extension decides how it is read: .csv, .tsv, .txt, .ndjson or .jsonl.' }),
  format: z
    .enum(importFormats, `format must be ${importFormats.join(' or ')}`)
    .optional()
    .meta({
      description: 'The shop system whose export the file is; absent: it has the columns of Callside.',
    }),
  complete: flag('complete').meta({ description: 'Of a catalogue: products that the file lacks are retired.' }),
  dry_run: flag('dry_run').meta({ description: 'Write nothing, and answer what the import would do.' }),
});

const count = z.int().nonnegative();
const row = z.object({ line: count, reason: z.string() });

const importCountsShape = {
  inserted: count,
  updated: count,
  unchanged: count,
  rejected: count,
  retired: count.optional().meta({ description: 'Products that a complete catalogue lacks.' }),
};

const partReportSchema = z.object({
  ...importCountsShape,
  errors: z.array(row).meta({ description: `The first ${mostImportErrors} of the rejected rows.` }),
  warned: count.optional().meta({ description: 'Rows that were imported with a doubt.' }),
  warnings: z
    .array(row)
    .optional()
    .meta({ description: `The first ${mostImportErrors} of them.` }),
  left_out: z
    .record(z.string(), count)
    .optional()
    .meta({ description: 'Rows that are no data of this kind, by reason.' }),
  other_numbers: count.optional(),
  interrupted: z.literal(true).optional().meta({ description: 'It ended early; the counts are what was written.' }),
  preview: z
    .array(z.object({ line: count, values: z.record(z.string(), z.unknown()) }))
    .optional()
    .meta({ description: 'Of a dry run: the first rows as they were understood.' }),
});

export const fileReportSchema = z.object({
  ...partReportSchema.shape,
  dry_run: z.boolean(),
  stock: partReportSchema.optional().meta({ description: "Of the stock levels in a shop's export of products." }),
});
export type FileReport = z.infer<typeof fileReportSchema>;

/** A line of the answer to an import: its progress, then what came of it. */
export const importMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), read: z.number().min(0).max(1), rows: count, rejected: count }),
  z.object({ type: z.literal('report'), report: fileReportSchema }),
  z.object({ type: z.literal('failed'), detail: z.string(), hint: z.string().nullable() }),
]);
export type ImportMessage = z.infer<typeof importMessageSchema>;
