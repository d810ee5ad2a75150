import type { ModelEvaluation, ModelFigures, ModelList, ModelPublication, ModelView } from '@callside/schemas';
import type { ModelsOnFile } from '../use-cases/administer-models.ts';
import { headlinesOf } from '../use-cases/list-models.ts';
import type { Evaluation } from '../use-cases/model-operation.ts';
import type { Publication } from '../use-cases/publish-model.ts';

export function modelListView({ brand, serving, published, rollbackTo, stored }: ModelsOnFile): ModelList {
  return {
    brand,
    in_service: {
      version: serving.artifactVersion,
      origin: serving.origin,
      ...(serving.unrankedByChoice && { unranked_by_choice: true }),
      trained_at: serving.trainedAt,
      problem: serving.problem,
      figures: headlinesOf(serving.manifest?.metrics ?? {}),
    },
    published,
    rollback_to: rollbackTo,
    items: stored.map((artifact) => modelView(artifact, rollbackTo)),
  };
}

function modelView(
  { version, published, manifest, problem }: ModelsOnFile['stored'][number],
  rollbackTo: string | null,
): ModelView {
  const isPrevious = version === rollbackTo;
  return {
    version,
    state: published ? 'in_service' : isPrevious ? 'previous' : 'stored',
    trained_at: manifest?.trained_at ?? null,
    learnt_until: manifest?.learnt_until ?? null,
    objective: manifest?.objective ?? null,
    trained_for: manifest?.trained_for ?? null,
    trees: manifest?.trees ?? null,
    figures: headlinesOf(manifest?.metrics ?? {}),
    problem,
  };
}

export function evaluationView({ report, verdict }: Evaluation): ModelEvaluation {
  return {
    version: report.artifact_version,
    in_service: { version: report.in_service.artifact_version, problem: report.in_service.problem },
    evaluated_on: report.evaluated_on,
    figures: headlinesOf(report.metrics) satisfies ModelFigures,
    comparisons: report.comparisons.map(({ quality, customers, ...comparison }) => comparison),
    verdict: { passes: verdict.passes, findings: [...verdict.findings] },
  };
}

export function publicationView({ published, previous, ...evaluation }: Publication): ModelPublication {
  return { published, previous, evaluation: evaluationView(evaluation) };
}
