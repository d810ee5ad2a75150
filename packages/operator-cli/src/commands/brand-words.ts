import { type BrandWords, readBrandWords, setBrandWord } from '@callside/database';
import {
  mostWords,
  textsOf,
  type WordLanguage,
  type WordTexts,
  type WordView,
  wordInAudit,
  wordKey,
  wordLanguages,
  wordRequestSchema,
  wordView,
} from '@callside/schemas';
import type { Command } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { changeOfBrand, commandOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';

interface ChangeOptions {
  brand: string;
  dryRun: DryRunOption['dryRun'] | undefined;
}

type WordOptions = DryRunOption & { brand: string; word: string } & Partial<Record<WordLanguage, string>>;

/** The words of a brand's shop in the languages of the console. */
export function registerBrandWordsCommands(brand: Command, context: CommandContext): void {
  const words = brand
    .command('words')
    .description('article types, attributes and names of metadata in the languages of the console');
  const set = commandOfBrand(words, 'set')
    .description('say a word of the shop in other languages; replaces what was said for it')
    .requiredOption('--word <word>', 'as the catalogue or the dialler has it, in any case');
  for (const language of wordLanguages) set.option(`--${language} <text>`, `the word in the language ${language}`);
  set
    .option(...dryRunChange)
    .addHelpText(
      'after',
      '\nExample:\n  callside brand words set --brand acme --word ring --de Ring --fr Bague --es Anillo',
    )
    .action(({ brand: slug, dryRun, ...given }: WordOptions, command: Command) => {
      const { data, error } = wordRequestSchema.safeParse(given);
      if (data === undefined) return command.error(`error: ${error?.issues[0]?.message}`, { exitCode: 2 });
      return change(context, { brand: slug, dryRun }, data.word, textsOf(data));
    });
  commandOfBrand(words, 'remove')
    .description('show a word as it is again')
    .requiredOption('--word <word>', 'in any case')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside brand words remove --brand acme --word ring')
    .action(({ brand: slug, dryRun, word }: WordOptions) =>
      change(context, { brand: slug, dryRun }, wordKey(word), null),
    );
  commandOfBrand(words, 'list')
    .description("show a brand's words")
    .addHelpText('after', '\nExample:\n  callside brand words list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, { id }) => viewsOf(await readBrandWords(prisma, id)),
        text: describeAll,
      }),
    );
}

/** The word that was set, or (texts null) removed. */
async function change(
  context: CommandContext,
  options: ChangeOptions,
  word: string,
  texts: WordTexts | null,
): Promise<void> {
  const view = await changeOfBrand(context, options, async (transaction, { id: brandId, slug }) => {
    const changed = await setBrandWord(transaction, brandId, { word, texts, most: mostWords });
    if (changed === 'full') {
      throw new OperatorError(`the brand ${slug} has ${mostWords} words, and cannot have more`, { code: 'conflict' });
    }
    if (!changed && texts === null) {
      const hint = `\`callside brand words list --brand ${slug}\` shows them`;
      throw new OperatorError(`the brand ${slug} has no word ${word}`, { code: 'not_found', hint });
    }
    if (changed) {
      const detail = { words: [wordInAudit(word, texts)] };
      await recordAudit(transaction, { brandId, action: 'brand.set', subject: brandId, detail });
    }
    return wordView(word, texts ?? {});
  });
  await printChange(context.output(), view, {
    dryRun: options.dryRun,
    text: () => printable(texts === null ? `Removed the word ${word}` : wordInAudit(word, texts)),
  });
}

function viewsOf(words: BrandWords): WordView[] {
  return Object.entries(words).map(([word, texts]) => wordView(word, texts));
}

function describeAll(words: readonly WordView[]): string {
  if (words.length === 0) return 'No word is set; `callside brand words set --help` shows how to set one.';
  return formatTable(
    ['WORD', ...wordLanguages.map((language) => language.toUpperCase())],
    words.map((word) => [word.word, ...wordLanguages.map((language) => word[language] ?? '-')]),
  );
}
