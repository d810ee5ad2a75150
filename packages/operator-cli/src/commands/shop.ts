import { isPublicHost } from '@callside/auth';
import { findShopAdapter, type ShopFormat, shopAdapters, shopFormats } from '@callside/shop-data';
import { type Command, Option } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { changeOfBrand, commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { readSecretFile } from '../secret-file.ts';
import { countUnknownItems } from '../shops/unknown-items.ts';
import { formatInstant, formatTable, printable } from '../table.ts';

interface ShopKey {
  brand: string;
  shop: ShopFormat;
}

const shopOption = () => new Option('--shop <system>', 'the shop system').choices(shopFormats).makeOptionMandatory();
const pathOf = (shop: string) => `/shops/${shop}`;

export function registerShopCommands(program: Command, context: CommandContext): void {
  const shop = program.command('shop').description('shops that post their webhooks to the recommender of a brand');

  registerSet(shop, context);
  registerList(shop, context);
  registerRemove(shop, context);
}

function registerSet(shop: Command, context: CommandContext): void {
  commandOfBrand(shop, 'set')
    .description('accept the webhooks of a shop')
    .addOption(shopOption())
    .requiredOption('--secret-file <file>', 'a file with the secret that the shop signs with')
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
The secret is the ${shopAdapters.map(({ name, secret }) => `${secret} (${name})`).join('; or the ')}.
It is stored encrypted with a key derived from SECRETS_KEY (default: SESSION_SECRET), which must be that of the recommender. A change takes
effect at once. docs/shops.md explains what to enter in the shop.

Example:
  callside shop set --brand acme --shop shopify --secret-file signing-secret.txt`,
    )
    .action(async (options: ShopKey & DryRunOption & { secretFile: string }) => {
      const { shop, secretFile, dryRun } = options;
      const secret = await readSecretFile({ path: secretFile, option: '--secret-file' }, 'the secret of the shop');
      const secretSealed = context.settings.secretBox().seal(secret);
      const { note, ...set } = await changeOfBrand(context, options, async (transaction, { id: brandId, hosts }) => {
        const values = { secretSealed, updatedAt: context.now() };
        await transaction.shop.upsert({
          where: { brandId_shop: { brandId, shop } },
          create: { brandId, shop, ...values },
          update: values,
        });
        await recordAudit(transaction, { brandId, action: 'shop.set', subject: shop, detail: { shop } });
        const connection = await transaction.recommenderConnection.findUnique({ where: { brandId } });
        return { shop, path: pathOf(shop), ...addressOf(shop, connection?.url, hosts[0]) };
      });
      const address = set.url ?? `https://HOST${set.path}`;
      const text = () => `${printable(`Enter this address at ${nameOf(shop)}: ${address}`)}\n${note}`;
      await printChange(context.output(), set, { dryRun, text });
    });
}

function registerList(shop: Command, context: CommandContext): void {
  commandOfBrand(shop, 'list')
    .description('show the shops of a brand, without their secrets')
    .addHelpText(
      'after',
      `
UNKNOWN ITEMS are items of Shopify that have a stock level but no product yet: their stock is used when a product delivery names them.

Example:
  callside shop list --brand acme`,
    )
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma, query }, { id: brandId }) => {
          const rows = await prisma.shop.findMany({ where: { brandId }, orderBy: { shop: 'asc' } });
          const unknown = await countUnknownItems(query, brandId);
          return rows.map((row) => ({
            shop: row.shop,
            path: pathOf(row.shop),
            delivered_at: row.deliveredAt?.toISOString() ?? null,
            unknown_items: unknown.get(row.shop) ?? 0,
            updated_at: row.updatedAt.toISOString(),
          }));
        },
        text: (list) =>
          list.length === 0
            ? 'There is no shop yet; `callside shop set --help` shows how to add one.'
            : formatTable(
                ['SHOP', 'PATH', 'LAST DELIVERY', 'UNKNOWN ITEMS', 'SET'],
                list.map(({ shop, path, delivered_at, unknown_items, updated_at }) => [
                  shop,
                  path,
                  formatInstant(delivered_at),
                  String(unknown_items),
                  formatInstant(updated_at),
                ]),
              ),
      }),
    );
}

function registerRemove(shop: Command, context: CommandContext): void {
  commandOfBrand(shop, 'remove')
    .description('stop accepting the webhooks of a shop; their data stays')
    .addOption(shopOption())
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside shop remove --brand acme --shop shopify')
    .action((options: ShopKey & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const { shop } = options;
          const { count } = await transaction.shop.deleteMany({ where: { brandId, shop } });
          if (count === 0) {
            const hint = '`callside shop list` shows its shops';
            throw new OperatorError(`${slug} has no shop ${shop}`, { code: 'not_found', hint });
          }
          await recordAudit(transaction, { brandId, action: 'shop.remove', subject: shop, detail: { shop } });
          return { shop, removed: true };
        },
        text: ({ shop }) => printable(`Webhooks of ${nameOf(shop)} are refused from now on`),
      }),
    );
}

/**
 * The address that the shop can reach: the recommender's own when it is public, otherwise the host of the brand, whose proxy passes the
 * path on. null: neither is known.
 */
function addressOf(shop: string, recommender: string | undefined, host: string | undefined) {
  if (recommender !== undefined && isPublicHost(new URL(recommender).hostname)) {
    const note = 'call-events uses this address. If the shop cannot reach it, enter the public one with the same path.';
    return { url: `${recommender.replace(/\/+$/, '')}${pathOf(shop)}`, note };
  }
  if (host !== undefined) {
    const note =
      'The proxies of infra/ pass this path of the host to the recommender. If the recommender has its own public host, enter that one.';
    return { url: `https://${host}${pathOf(shop)}`, note };
  }
  return { url: null, note: 'Replace HOST by the public host of the recommender; the brand has no host.' };
}

function nameOf(shop: ShopFormat): string {
  return findShopAdapter(shop)?.name ?? shop;
}
