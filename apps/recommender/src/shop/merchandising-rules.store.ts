import type { Query } from '@callside/database';
import { type MerchandisingRule, ruleSchema } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import { atMostEvery } from '../at-most-every.ts';

const complaintMs = 60_000;

/** Reads the merchandising rules of a brand. A rule that this release cannot read is left out; the log names it. */
export class RuleReader {
  readonly #query: Query;
  readonly #complain: (names: string[]) => void;
  #digest = '';
  #rules: readonly MerchandisingRule[] = [];

  constructor(query: Query, logger: Logger) {
    this.#query = query;
    this.#complain = atMostEvery(complaintMs, (names: string[]) =>
      logger.warn({ rules: names }, 'merchandising rules cannot be read and do not act: set them again'),
    );
  }

  /** The rules by name. Returns the same list until a rule changes. */
  async read(brandId: string): Promise<readonly MerchandisingRule[]> {
    const rows = await this.#query<{ name: string; definition: unknown }>(
      'SELECT name, definition FROM merchandising_rules WHERE brand_id = $1 ORDER BY name',
      [brandId],
    );
    const digest = JSON.stringify(rows);
    if (digest === this.#digest) return this.#rules;
    const parsed = rows.map(({ name, definition }) => ({ name, rule: ruleSchema.safeParse(definition) }));
    const unreadable = parsed.filter(({ rule }) => !rule.success).map(({ name }) => name);
    if (unreadable.length > 0) this.#complain(unreadable);
    this.#rules = parsed.flatMap(({ rule }) => rule.data ?? []);
    this.#digest = digest;
    return this.#rules;
  }
}
