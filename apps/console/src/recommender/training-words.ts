import { type KnownSentence, saidInWords } from '../app/said-in-words.ts';

const steps: readonly KnownSentence[] = [
  [/^orders on file$/, 'training.steps.orders'],
  [/^examples$/, 'training.steps.examples'],
  [/^trees$/, 'training.steps.trees'],
  [/^purchases to predict$/, 'training.steps.purchases'],
];

const problems: readonly KnownSentence[] = [
  [/^internal error$/, 'problems.internal'],
  [/^the catalogue is empty; /, 'training.problem.noProducts'],
  [/^there are no orders of products in the catalogue /, 'training.problem.noOrders'],
  [
    /^the orders are of (?<days>\d+) days?; a training needs orders of (?<needed>\d+) days, /,
    'training.problem.fewDays',
  ],
  [
    /^in the last (?<days>\d+) days of the orders no customer returned and nobody /,
    'training.problem.nothingToMeasure',
  ],
  [/^too few customers return or buy several products at once /, 'training.problem.fewReturn'],
  [/^the objective \w+ needs prices, /, 'training.problem.noPrices'],
  [/^the objective margin needs what products cost /, 'training.problem.noCosts'],
];

/** What the recommender does for a model at the moment. */
export function stepInWords(step: string): string {
  return saidInWords(step, steps) ?? step;
}

/** Why no model was trained, or why it could not be measured. */
export function trainingProblemInWords(problem: string): string {
  return saidInWords(problem, problems) ?? problem;
}
