/** How much better one ranking is than another, by the mean of recall@10 and NDCG@10: 0.04 is 4 % better. With a 95 % interval. */
export interface MeasuredDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Purchases that both rankings were measured on. */
  readonly purchases: number;
  /** Customers who made them. */
  readonly customers: number;
}

/** Differences from another ranking. */
interface Differences {
  /** The segments count equally, however many purchases each has. */
  readonly overall: MeasuredDifference;
  /** By query segment. */
  readonly segments: Readonly<Record<string, MeasuredDifference>>;
}

export interface GateComparison {
  /** Purchases that the candidate was measured on. */
  readonly purchases: number;
  /** Null when the first-stage order found nothing. */
  readonly unranked: Differences | null;
  /** Null when there is none, when this service cannot load it, or when it found nothing. */
  readonly inService: ({ readonly version: string } & Differences) | null;
}

export interface GateVerdict {
  readonly passes: boolean;
  /** One sentence with figures for each failed comparison. When none failed: one for the comparison that counted most. */
  readonly findings: readonly string[];
}

/** The lower end of the interval must be above this, so that a candidate is very unlikely to be worse by more. */
const toleratedLoss = -0.01;

/** With fewer purchases, the result is noise. */
const fewestPurchases = 20;

/** The interval comes from drawing customers, so it has no width with one. */
const fewestCustomers = 2;

/** Whether a model may replace the one in service without force. */
export function judgeCandidate({ purchases, unranked, inService }: GateComparison): GateVerdict {
  if (purchases === 0) return { passes: false, findings: ['there are no purchases to measure it on'] };
  const findings: string[] = [];
  if (purchases < fewestPurchases) {
    findings.push(`it was measured on only ${purchases} purchases; at least ${fewestPurchases} are needed`);
  }
  const compared = (inService ?? unranked)?.overall ?? null;
  if (compared !== null && compared.customers < fewestCustomers) {
    findings.push(`it was measured on the purchases of one customer; those of at least ${fewestCustomers} are needed`);
  }
  if (unranked !== null && !(differenceThatCounts(unranked).difference >= 0)) {
    findings.push(`it ranks ${amount(differenceThatCounts(unranked))} than no model`);
  }
  if (inService !== null) findings.push(...findingsAgainst(inService));
  if (findings.length > 0) return { passes: false, findings };
  return { passes: true, findings: [success(unranked, inService)] };
}

/** Query segments with enough purchases and customers. The others decide nothing. */
function judgedSegments(segments: Differences['segments']): [string, MeasuredDifference][] {
  return Object.entries(segments).filter(
    ([, { purchases, customers }]) => purchases >= fewestPurchases && customers >= fewestCustomers,
  );
}

/** That of the only judged segment; with several, or without any, that of all purchases. */
function differenceThatCounts({ overall, segments }: Differences): MeasuredDifference {
  const [judged, ...others] = judgedSegments(segments);
  return judged !== undefined && others.length === 0 ? judged[1] : overall;
}

/** Each judged segment must pass; without one, all purchases together. */
function findingsAgainst({ version, overall, segments }: NonNullable<GateComparison['inService']>): string[] {
  const judged = judgedSegments(segments);
  const comparisons: [string, MeasuredDifference][] = judged.length > 0 ? judged : [['all', overall]];
  return comparisons.flatMap(([segment, measured]) => {
    // The comparison is written so that NaN fails.
    if (measured.low > toleratedLoss) return [];
    const where = `${segment.replaceAll('_', ' ')} (${measured.purchases} purchases)`;
    return [
      `it may rank worse than ${version}, the model in service: ${amount(measured)} in ${where}, and the lower end must be above ${percent(toleratedLoss)}`,
    ];
  });
}

function success(unranked: GateComparison['unranked'], inService: GateComparison['inService']): string {
  if (inService !== null)
    return `it ranks ${amount(differenceThatCounts(inService))} than ${inService.version}, the model in service`;
  if (unranked !== null) return `it ranks ${amount(differenceThatCounts(unranked))} than the unranked order`;
  return 'it finds what customers bought, and the unranked order finds nothing of it';
}

/** `4.0 % better (2.0 % to 6.0 %)`; with the 95 % interval. */
function amount({ difference, low, high }: MeasuredDifference): string {
  const much = `${percent(Math.abs(difference))} ${difference < 0 ? 'worse' : 'better'}`;
  return `${much} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
