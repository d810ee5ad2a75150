import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportedExamples } from '@callside/recommender/models';
import type { Command } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { commandOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { fileError } from '../file-error.ts';
import { describePublishing, describeVerdict } from '../model-report.ts';
import { OperatorError } from '../operator-error.ts';
import { withModelsOfBrand } from '../with-models.ts';

const [csvFile, schemaFile] = ['examples.csv', 'schema.json'];

/** Models that are trained elsewhere: what they learn from goes out, and they come in. */
export function registerModelExchange(model: Command, context: CommandContext): void {
  registerExamples(model, context);
  registerImport(model, context);
}

function registerExamples(model: Command, context: CommandContext): void {
  commandOfBrand(model.command('examples').description('what models are trained from'), 'export')
    .description(`write the examples of past baskets as ${csvFile}, and what its columns mean as ${schemaFile}`)
    .requiredOption('--out <dir>', 'the directory; it is made when it does not exist')
    .addHelpText(
      'after',
      '\nThe latest days are left out, because models are measured on them.\n\nExample:\n  callside model examples export --brand acme --out examples-of-acme',
    )
    .action(async ({ brand: slug, out }: { brand: string; out: string }) => {
      const written = await withModelsOfBrand(context, slug, async (models, brand) =>
        writeExamples(path.resolve(out), await models.exportExamples(brand)),
      );
      await context.output().result(written, () => `${written.rows} examples are in ${written.examples}`);
    });
}

async function writeExamples(directory: string, { schema, lines }: ExportedExamples) {
  const [examples, schemaPath] = [path.join(directory, csvFile), path.join(directory, schemaFile)];
  let rows = -1;
  async function* texts() {
    for await (const some of lines) {
      rows += some.length;
      yield `${some.join('\n')}\n`;
    }
  }
  try {
    await mkdir(directory, { recursive: true });
    await pipeline(Readable.from(texts()), createWriteStream(examples));
    await writeFile(schemaPath, `${JSON.stringify(schema, null, 2)}\n`);
  } catch (error) {
    throw typeof Object(error).errno === 'number'
      ? fileError({ path: directory, option: '--out', use: 'write' }, error)
      : error;
  }
  const { feature_schema_hash, learnt_until } = schema;
  return { examples, schema: schemaPath, rows, feature_schema_hash, learnt_until };
}

function registerImport(model: Command, context: CommandContext): void {
  commandOfBrand(model, 'import')
    .description('store and measure a model that was trained elsewhere; it is in service once it is published')
    .argument('<file>', 'the model, as ONNX')
    .addHelpText(
      'after',
      `\n${schemaFile} of the examples is read from the directory of the file, unless the metadata of the model has\nfeature_schema_hash and learnt_until.\n\nExample:\n  callside model import examples-of-acme/model.onnx --brand acme`,
    )
    .action(async (file: string, { brand: slug }: { brand: string }) => {
      const onnx = await readFile(file).catch((error: unknown) => {
        throw fileError({ path: file }, error);
      });
      const schema = await readSchema(path.join(path.dirname(file), schemaFile));
      const { report, ...judgement } = await withModelsOfBrand(context, slug, async (models, brand, { prisma }) => {
        const imported = await models.import({ brand, onnx, schema });
        const subject = imported.report.artifact_version;
        await recordAudit(prisma, { brandId: brand.id, action: 'model.import', subject });
        return imported;
      });
      const output = context.output();
      await output.result({ ...report, ...judgement }, () => describeVerdict(report));
      output.note(describePublishing(judgement, `callside model publish ${report.artifact_version} --brand ${slug}`));
    });
}

/** Null when there is none. */
async function readSchema(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (Object(error).code === 'ENOENT') return null;
    throw fileError({ path: file }, error);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`${file} is not JSON`, { code: 'file', cause });
  }
}
