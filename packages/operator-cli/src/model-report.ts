import type {
  Evaluation,
  GroupOfTasks,
  ListedModel,
  ModelComparison,
  ModelReport,
  RankingName,
  Reliability,
} from '@callside/recommender/models';
import { formatInstant, formatTable } from './table.ts';

const rankingTitles: Readonly<Record<RankingName, string>> = {
  model: 'this model',
  in_service: 'model in service',
  unranked: 'unranked order',
  own_frequency: 'own frequency',
  popularity: 'popularity',
};
const groupTitles = { all: 'all purchases', repeats: 'bought before', new_items: 'new to the customer' } as const;
const cutoffs = [1, 5, 10] as const;
const mostFeatures = 15;

/** The report of a model as text. */
export function describeReport(report: ModelReport): string {
  return [
    [describeModel(report), ...report.comparisons.flatMap(describeComparison), ...describeCandidates(report)].join(
      '\n',
    ),
    ...Object.entries(report.metrics).flatMap(([task, groups]) =>
      (['all', 'repeats', 'new_items'] as const).map((group) =>
        describeGroup(`${task.replaceAll('_', ' ')}, ${groupTitles[group]}`, groups[group]),
      ),
    ),
    ...describeWorth(report.worth_at_10),
    ...Object.entries(report.reliability).map(([task, reliability]) =>
      describeReliability(`${task.replaceAll('_', ' ')}, calibrated scores`, reliability),
    ),
    describeAcceptance(report.acceptance),
    describeImportance(report.importance),
  ].join('\n\n');
}

function describeModel(report: ModelReport): string {
  const { artifact_version, objective, trained_for, trees, trained_at, evaluated_on, in_service } = report;
  const beside =
    in_service.problem === null
      ? `in service: ${in_service.artifact_version}`
      : `not compared with what is in service: ${in_service.problem}`;
  return [
    `${artifact_version}: ${trees === null ? '' : `${trees} trees `}(${objective}), trained for ${trained_for} ${formatInstant(trained_at)}`,
    `measured on purchases from ${evaluated_on.from} to ${evaluated_on.to}; ${beside}`,
  ].join('\n');
}

/** `finds 4.0 % more of what customers bought than the model in service; between 2.0 % and 6.0 %`, and the measures of the gate. */
function describeComparison({ with: rival, difference, low, high, quality }: ModelComparison): string[] {
  const found = `finds ${percent(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} of what customers bought`;
  return [
    `${found} than the ${rankingTitles[rival]}; between ${percent(low)} and ${percent(high)}`,
    ...Object.entries({ all: quality.all, ...quality.segments }).map(([segment, measured]) => {
      const purchases = measured.purchases.toLocaleString('en-US');
      const much = `${percent(Math.abs(measured.difference))} ${measured.difference < 0 ? 'worse' : 'better'}`;
      const range = `between ${percent(measured.low)} and ${percent(measured.high)}`;
      return `  ${segment.replaceAll('_', ' ')} (${purchases} purchases): ranks ${much}; ${range}`;
    }),
  ];
}

/** `purchases that were among the candidates: 40.1 % (next purchase), 51.2 % (anchors); no ranking can find more` */
function describeCandidates({ candidate_recall }: ModelReport): string[] {
  const shares = Object.entries(candidate_recall).map(([segment, share]) => {
    return `${percent(share)} (${segment.replaceAll('_', ' ')})`;
  });
  if (shares.length === 0) return [];
  return [`purchases that were among the candidates: ${shares.join(', ')}; no ranking can find more`];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** One sentence on the comparison with the model in service, or with the unranked order when there is none. */
export function describeVerdict({ comparisons, in_service }: Pick<ModelReport, 'comparisons' | 'in_service'>): string {
  const compared =
    comparisons.find((one) => one.with === 'in_service') ?? comparisons.find((one) => one.with === 'unranked');
  if (compared === undefined) return 'The new model is not compared: there are no purchases to compare it on.';
  const { difference, low, high } = compared;
  const rival = compared.with === 'in_service' ? 'the model in service' : 'the order without a model';
  const reason =
    in_service.problem === null ? '' : ` It is not compared with what is in service: ${in_service.problem}.`;
  const percent = (share: number) => `${Math.round(share * 1_000) / 10 || 0} %`;
  if (low === 0 && high === 0)
    return `The new model finds the same share of what customers bought as ${rival}.${reason}`;
  if (low <= 0 && high >= 0) {
    const range = `the change is between ${percent(low)} and ${percent(high)}`;
    return `No clear difference in what the new model finds compared with ${rival}: ${range}.${reason}`;
  }
  const [from, to] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
  const found = `${percent(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} of what customers bought`;
  return `The new model finds ${found} than ${rival}; between ${percent(from ?? 0)} and ${percent(to ?? 0)}.${reason}`;
}

/** What to do with a new model. `publish` is the command that publishes it. */
export function describePublishing({ verdict, findings }: Omit<Evaluation, 'report'>, publish: string): string {
  if (verdict !== 'worse')
    return `To put it into service: ${publish}${findings.length > 0 ? ` (${findings.join('; ')})` : ''}`;
  return `${publish} would refuse it without --force: ${findings.join('; ')}`;
}

const dayMs = 86_400_000;
const longAgoDays = 90;

/** A warning when the orders that a model learnt from end long ago, such as in an old export or with years that are wrong; else null. */
export function describeOldOrders(
  { evaluated_on: { to } }: Pick<ModelReport, 'evaluated_on'>,
  now: Date,
): string | null {
  const days = Math.floor((now.getTime() - Date.parse(to)) / dayMs);
  if (days <= longAgoDays) return null;
  const ago = `${days.toLocaleString('en-US')} days ago`;
  return `The latest order is of ${to}, ${ago}. What customers buy now may be different: check the dates, or import newer orders.`;
}

/** Two tables: the means by basket and by customer. */
function describeGroup(title: string, { tasks, customers, rankings }: GroupOfTasks): string {
  if (tasks === 0) return `${title}: none`;
  const headings = ['RECALL', 'NDCG', 'HIT RATE'].flatMap((name) =>
    cutoffs.map((cutoff) => (cutoff === 1 ? `${name}@1` : `@${cutoff}`)),
  );
  const tableOf = (means: 'by_basket' | 'by_customer') => {
    const rows = (Object.keys(rankingTitles) as RankingName[]).flatMap((name) => {
      const figures = rankings[name];
      if (figures === undefined) return [];
      const { recall, ndcg, hit_rate } = means === 'by_basket' ? figures : figures.by_customer;
      const values = [recall, ndcg, hit_rate].flatMap((by) => cutoffs.map((cutoff) => by[cutoff]));
      return [[rankingTitles[name], ...values.map((value) => value.toFixed(4))]];
    });
    return formatTable(['ORDER', ...headings], rows);
  };
  return [
    `${title} (${tasks.toLocaleString('en-US')}), mean by basket`,
    tableOf('by_basket'),
    `${title} (${customers.toLocaleString('en-US')} customers), mean by customer`,
    tableOf('by_customer'),
  ].join('\n');
}

/** A table for each kind of task: the worth of what was bought among the first ten, at the list prices of the catalogue. */
function describeWorth(worth: ModelReport['worth_at_10']): string[] {
  return Object.entries(worth).map(([task, rankings]) => {
    const rows = (Object.keys(rankingTitles) as RankingName[]).flatMap((name) => {
      const figures = rankings[name];
      if (figures === undefined) return [];
      return [[rankingTitles[name], figures.revenue.toFixed(2), figures.margin?.toFixed(2) ?? '-']];
    });
    const note = 'bought among ten offers, for each query, at list prices';
    return `${task.replaceAll('_', ' ')}, ${note}\n${formatTable(['ORDER', 'REVENUE@10', 'MARGIN@10'], rows)}`;
  });
}

/** A table of predicted probabilities beside the shares that were bought. */
function describeReliability(title: string, { bins, expected_calibration_error }: Reliability): string {
  const rows = bins.map(({ offers, predicted, bought }) => [
    percent(predicted),
    percent(bought),
    offers.toLocaleString('en-US'),
  ]);
  const error = `expected calibration error ${percent(expected_calibration_error)}`;
  return `${title}: ${error}\n${formatTable(['PREDICTED', 'BOUGHT', 'OFFERS'], rows)}`;
}

function describeAcceptance({
  outcomes,
  outcomes_needed,
  heard,
  accepted,
  reliability,
}: ModelReport['acceptance']): string {
  if (reliability !== null) {
    const counts = `${accepted.toLocaleString('en-US')} of ${heard.toLocaleString('en-US')} heard offers were accepted`;
    return describeReliability(`purchase_probability, ${counts}`, reliability);
  }
  return `purchase_probability: none, it needs ${outcomes_needed} offers that were sold or declined, of both kinds; there are ${outcomes.toLocaleString('en-US')}`;
}

function describeImportance(importance: ModelReport['importance']): string {
  const sorted = Object.entries(importance).sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, mostFeatures).map(([name, share]) => [name, `${(share * 100).toFixed(1)} %`]);
  const rest = sorted.length - shown.length;
  return `${formatTable(['FEATURE', 'SHARE OF GAIN'], shown)}${rest > 0 ? `\nand ${rest} more` : ''}`;
}

export function describeModels(models: readonly ListedModel[]): string {
  if (models.length === 0) return 'There is no model yet; `callside model train --help` shows how to train one.';
  const tasks = [...new Set(models.flatMap(({ metrics }) => Object.keys(metrics)))];
  return formatTable(
    [
      'VERSION',
      'BRAND',
      'TRAINED',
      'FOR',
      'STATE',
      ...tasks.map((task) => `${task.replaceAll('_', ' ').toUpperCase()} RECALL@10`),
    ],
    models.map(({ version, brand, trained_at, trained_for, published, serving, metrics, problem }) => [
      version,
      brand,
      formatInstant(trained_at),
      trained_for ?? '-',
      stateOf({ published, serving, problem }),
      ...tasks.map((task) => metrics[task]?.recall_at_10.toFixed(4) ?? '-'),
    ]),
  );
}

/** `published, serves`; a problem is a sentence after it. */
function stateOf({ published, serving, problem }: Pick<ListedModel, 'published' | 'serving' | 'problem'>): string {
  const states = [...(published ? ['published'] : []), ...(serving ? ['serves'] : [])];
  const state = states.length === 0 ? '-' : states.join(', ');
  if (problem === null) return state;
  return published ? `${state}, cannot be served: ${problem}` : `cannot be served: ${problem}`;
}
