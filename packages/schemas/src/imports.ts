import { z } from 'zod';

/** What an owner imports from a file. */
export const importKinds = ['catalogue', 'stock', 'orders', 'returns'] as const;
export type OwnerImportKind = (typeof importKinds)[number];

export const importFormats = ['shopify', 'woocommerce'] as const;

/** Of the content, decompressed. Larger files: `callside catalog import`, which has no limit. */
export const mostImportBytes = 256 * 1024 * 1024;

/** Rejected rows that an answer names; the others are counted. */
export const mostImportErrors = 100;

const flag = (name: string) => z.enum(['true', 'false'], `${name} must be true or false`).optional();

const mostMappedColumns = 200;
const columnName = z.string('map must name columns').min(1, 'map must not name an empty column');

const columnMapSchema = z
  .record(columnName, columnName, 'map must be an object of names of columns')
  .refine(
    (map) => Object.keys(map).length <= mostMappedColumns,
    `map must not name more than ${mostMappedColumns} columns`,
  )
  .refine(
    (map) => new Set(Object.values(map).map((name) => name.toLowerCase())).size === Object.keys(map).length,
    'map must not name a column of the file twice',
  );

/** As the text of a query. */
const columnMapTextSchema = z
  .string('map must be given once')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'map must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(columnMapSchema);

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
  map: columnMapTextSchema.optional().meta({
    description: 'Columns that have other names in the file, as JSON: `{"sku": "Artikelnummer"}`.',
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
  retired: count
    .optional()
    .meta({ description: 'Products that a complete catalogue lacks, or that an export has as withdrawn.' }),
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

const knownColumnSchema = z.object({
  name: z.string(),
  required: z.boolean(),
  other_names: z.array(z.string()).meta({ description: 'In lower case.' }),
});
/** A column that a file may have. */
export type KnownColumn = z.infer<typeof knownColumnSchema>;

/** A line of the answer to an import: its progress, then what came of it. */
export const importMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), read: z.number().min(0).max(1), rows: count, rejected: count }),
  z.object({ type: z.literal('report'), report: fileReportSchema }),
  z.object({
    type: z.literal('failed'),
    detail: z.string(),
    hint: z.string().nullable(),
    columns: z.array(knownColumnSchema).optional().meta({
      description: 'Of a file with a problem: what it may have. `map` says which of its own columns these are.',
    }),
  }),
]);
export type ImportMessage = z.infer<typeof importMessageSchema>;
