// Every example is one of the golden payloads; a test checks this.

import type { ErrorBody, ValidationErrorBody } from '../errors.ts';
import type {
  ModelEvaluation,
  ModelList,
  ModelPublication,
  ModelRollback,
  RecommenderOverview,
} from '../recommender-models.ts';
import type { OpenApiExample } from './document.ts';

const version = '20261121T180000-0a1b2c3d';
const before = '20261101T180000-4e5f6a7b';
const figures = { next_purchase: { recall_at_10: 0.412, ndcg_at_10: 0.287, hit_rate_at_10: 0.463 } };

const models: ModelList = {
  brand: 'northwind',
  in_service: {
    version: before,
    origin: 'published',
    trained_at: '2026-11-01T18:00:00.000Z',
    problem: null,
    figures: figures,
  },
  published: before,
  rollback_to: 'default-3fa85f64',
  items: [
    {
      version: version,
      state: 'stored',
      trained_at: '2026-11-21T18:00:00.000Z',
      learnt_until: '2026-11-20',
      objective: 'logistic and lambdarank',
      trained_for: 'conversion',
      trees: 300,
      figures: figures,
      problem: null,
    },
    {
      version: before,
      state: 'in_service',
      trained_at: '2026-11-01T18:00:00.000Z',
      learnt_until: '2026-10-31',
      objective: 'logistic and lambdarank',
      trained_for: 'conversion',
      trees: 300,
      figures: figures,
      problem: null,
    },
  ],
};

const evaluation: ModelEvaluation = {
  version: version,
  in_service: { version: before, problem: null },
  evaluated_on: { from: '2026-10-22', to: '2026-11-20' },
  figures: figures,
  comparisons: [{ with: 'in_service', difference: 0.04, low: 0.02, high: 0.06, purchases: 1840 }],
  verdict: 'better',
  findings: ['it ranks 3.8 % better (1.9 % to 5.7 %) than 20261101T180000-4e5f6a7b, the model in service'],
};

const publication: ModelPublication = { published: true, previous: before, problem: null, evaluation };
const rollback: ModelRollback = { current: before, previous: version };

const away: RecommenderOverview = {
  catalogue: { items: 1240, retired: 31, changed_at: '2026-11-20T06:00:00.000Z' },
  stock: { items_in_stock: 1102, imported_at: '2026-11-21T17:45:00.000Z', age_seconds: 900 },
  recommender: { state: 'unreachable', health: null, models: null, problem: null },
};

export const modelExamples = {
  overview: { away: { summary: 'The recommender does not answer', value: away } },
  list: { list: { value: models } },
  evaluation: { better: { summary: 'It finds more', value: evaluation } },
  publication: { published: { value: publication } },
  rollback: { rolled_back: { value: rollback } },
} satisfies Record<string, Record<string, OpenApiExample>>;

export const modelBodyExamples: Record<string, OpenApiExample> = {
  gate: { summary: 'Only if it measures well', value: { force: false } },
};

export const modelErrorExamples = {
  session: { detail: 'Session token is invalid or missing.' },
  owner: { detail: 'Only owners of the brand may do this.' },
  model: { detail: 'There is no such model.' },
} satisfies Record<string, ErrorBody>;

export const modelProblemExample: ValidationErrorBody = {
  detail: [
    {
      type: 'value_error',
      loc: ['path', 'version'],
      msg: 'nothing is published for northwind: the bundled default model serves already',
    },
  ],
};
