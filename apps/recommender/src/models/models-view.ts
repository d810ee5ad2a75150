import type { ModelEvaluation, ModelList, ModelPublication, ModelView } from '@callside/schemas';
import type { ModelsOnFile } from './administer-models.ts';
import { headlinesOf } from './list-models.ts';
import type { Evaluation, Publication } from './publish-model.ts';

export function modelListView({ brand, serving, published, rollbackTo, stored, work }: ModelsOnFile): ModelList {
  return {
    brand,
    in_service: {
      version: serving.artifactVersion,
      origin: serving.origin,
      trained_at: serving.trainedAt,
      problem: serving.problem,
      figures: headlinesOf(serving.manifest?.metrics ?? {}),
    },
    published,
    rollback_to: rollbackTo,
    items: stored.map((artifact) => modelView(artifact, serving, rollbackTo)),
    work,
  };
}

function modelView(
  { version, published, manifest, problem }: ModelsOnFile['stored'][number],
  serving: ModelsOnFile['serving'],
  rollbackTo: string | null,
): ModelView {
  const isServing = version === serving.artifactVersion;
  const isPrevious = version === rollbackTo;
  return {
    version,
    state: isServing ? 'in_service' : published ? 'published' : isPrevious ? 'previous' : 'stored',
    trained_at: manifest?.trained_at ?? null,
    ...(manifest?.next_training_at !== undefined && { next_training_at: manifest.next_training_at }),
    learnt_until: manifest?.learnt_until ?? null,
    objective: manifest?.objective ?? null,
    trained_for: manifest?.trained_for ?? null,
    trees: manifest?.trees ?? null,
    figures: headlinesOf(manifest?.metrics ?? {}),
    problem: problem ?? (published && !isServing ? serving.problem : null),
  };
}

export function evaluationView({ report, verdict, findings }: Evaluation): ModelEvaluation {
  return {
    version: report.artifact_version,
    in_service: { version: report.in_service.artifact_version, problem: report.in_service.problem },
    evaluated_on: report.evaluated_on,
    figures: headlinesOf(report.metrics),
    comparisons: report.comparisons.map(({ quality, customers, ...comparison }) => comparison),
    verdict,
    findings: [...findings],
  };
}

export function publicationView({ published, previous, problem, ...evaluation }: Publication): ModelPublication {
  return { published, previous, problem, evaluation: evaluationView(evaluation) };
}
