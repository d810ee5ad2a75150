import { ruleOfCode, type WhyNotReason, type Withheld } from '@callside/schemas';
import type { Obstacle, Standing } from '../ranking/index.ts';
import type { ProductOnFile } from './record-on-file.store.ts';

/** The recommendation that is asked about, and what its ranking was made from again. */
export interface Moment {
  at: Date;
  /** Days since 1970-01-01 in the brand's time zone. */
  dayOf: (instant: Date) => number;
  /** Reasons of the first offers. */
  firstReasons: readonly (readonly string[])[];
  offered: number;
  /** How many were asked for. */
  numItems: number;
  hasSameCatalogue: boolean;
  /** The model that ranked; null: none did. */
  modelThen: string | null;
  /** The model that ranks again; null: none does. */
  modelNow: string | null;
}

const dayMs = 86_400_000;
const ruleChanged = 'The rule was changed after these offers were made.';

function reason(code: WhyNotReason['code'], sentences: readonly (string | false)[], since?: number): WhyNotReason {
  return {
    code,
    text: sentences.filter(Boolean).join(' '),
    ...(since !== undefined && { since: dateOf(since) }),
  };
}

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

export const notInCatalogue = () => reason('not_in_catalogue', ['The catalogue has no such product.']);

export function addedLater({ addedAt }: { addedAt: Date }, { dayOf }: Moment): WhyNotReason {
  const day = dayOf(addedAt);
  return reason('not_in_catalogue', [`It came into the catalogue on ${dateOf(day)}, after these offers were made.`]);
}

export function obstacleInWords(
  { code, since, size }: Obstacle,
  { retiredAt, stockChangedAt, changedRules }: ProductOnFile,
  { at, dayOf }: Moment,
): WhyNotReason {
  const day = since === undefined ? '' : dateOf(since);
  const rule = ruleOfCode(code);
  if (rule !== null) {
    return reason(code, [`The rule "${rule}" keeps it out of the offers.`, changedRules.includes(rule) && ruleChanged]);
  }
  switch (code) {
    case 'not_in_catalogue': {
      if (retiredAt === null) return reason(code, ['It is retired.']);
      const retired = dayOf(retiredAt);
      const isLater = retiredAt > at && 'That was after these offers were made.';
      return reason(code, [`It was retired on ${dateOf(retired)}.`, isLater], retired);
    }
    case 'out_of_stock': {
      if (stockChangedAt === null) return reason(code, ['It has no stock on file.']);
      const empty = dayOf(stockChangedAt);
      const isLater =
        stockChangedAt > at &&
        'Its stock has changed after these offers were made, and what it was then is not on file.';
      return reason(code, [`It is out of stock since ${dateOf(empty)}.`, isLater], empty);
    }
    case 'size_unknown': {
      const type = size?.type ?? '';
      return size?.isKnown
        ? reason(code, [`It is in another ${type} size than those that are known of the caller.`])
        : reason(code, [`The ${type} size of the caller is not known. Ask the ${type} size: it opens this product.`]);
    }
    case 'anchor':
      return reason(code, ['The caller is buying it now.']);
    case 'just_bought':
      return reason(code, [`The caller bought it on ${day}.`], since);
    case 'declined':
      return reason(code, [`The caller declined it on ${day}.`], since);
    case 'returned':
      return reason(code, [`The caller returned it on ${day}.`], since);
    default:
      return reason(code, ['It ranks lower.']);
  }
}

/** Why the caller got no offers at all. */
export function withheldInWords(withheld: Withheld): WhyNotReason {
  const why = {
    customer_objects: 'The customer wanted no offers then.',
    experiment_holdout: 'The caller is in the group of an experiment that gets no offers.',
  } as const;
  return reason('rank', [why[withheld]]);
}

const firstOnes = 3;

/** Why nothing but its place keeps a product out. */
export function placeInWords(
  { rank, of, isCandidate, caps, demotions, reasons }: Standing,
  { stockChangedAt, changedRules }: ProductOnFile,
  moment: Moment,
): WhyNotReason[] {
  const { at, offered, numItems } = moment;
  if (caps.length > 0) {
    return caps.map((name) =>
      reason(`rule:${name}`, [
        `The rule "${name}" allows no more offers of its type.`,
        changedRules.includes(name) && ruleChanged,
      ]),
    );
  }
  const ranked = isCandidate ? '' : ', too far down for the model to rank it';
  const place =
    rank === null
      ? `Nothing points to it: it is not among the ${of} products that were found for the caller.`
      : `Rank ${rank} of ${of}${ranked}; ${offered} ${offered === 1 ? 'was' : 'were'} offered.`;
  const words = reason('rank', [
    place,
    rank !== null && rank <= numItems ? 'Computed again, it would be offered.' : lacking(reasons, moment),
    stockChangedAt !== null && stockChangedAt > at && 'Its stock has changed after these offers were made.',
    changedRules.length > 0 && 'The rules have changed since.',
    builtOn(moment),
  ]);
  return [words, ...demotions.map((name) => reason(`rule:${name}`, [`The rule "${name}" moves it down.`]))];
}

/** What the first offers have and the product has not. */
function lacking(reasons: readonly string[], { firstReasons }: Moment): string | false {
  if (firstReasons.length === 0) return false;
  const own = new Set(reasons.map(nameOf));
  const theirs = firstReasons.slice(0, firstOnes).flat();
  const missing = new Set(theirs.filter((code) => !own.has(nameOf(code))));
  if (missing.size === 0) return 'Each reason of the first ones is one of its own, too.';
  return `The first ones have what it has not: ${[...missing].map(inWords).join(', ')}.`;
}

function nameOf(code: string): string {
  return code.split(':', 1)[0] as string;
}

/** `often_bought_with:401` → `often bought with 401`. */
function inWords(code: string): string {
  const name = nameOf(code);
  return `${name.replaceAll('_', ' ')} ${code.slice(name.length + 1)}`.trim();
}

function builtOn({ modelThen, modelNow, hasSameCatalogue }: Moment): string {
  const catalogue = hasSameCatalogue ? '' : ' The catalogue has changed since.';
  if (modelThen === null) return `Computed again without a model, as then.${catalogue}`;
  if (modelNow === modelThen) return `Computed again with the model of that moment, ${modelThen}.${catalogue}`;
  const instead = modelNow === null ? 'without a model' : `with ${modelNow}`;
  return `The model of that moment, ${modelThen}, is not on file or could not be used: computed again ${instead}.${catalogue}`;
}
