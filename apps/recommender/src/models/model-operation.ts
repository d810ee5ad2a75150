import type { Acting } from '@callside/auth';
import type { TrainingObjective } from '@callside/schemas';
import type { Evaluation, Publication } from './publish-model.ts';

/** A request of an owner. All kinds measure a model, which computes for seconds; training computes for minutes. */
export type ModelOperation =
  | { readonly kind: 'train'; readonly objective: TrainingObjective; readonly acting: Acting }
  | { readonly kind: 'evaluate'; readonly version: string }
  | { readonly kind: 'publish'; readonly version: string; readonly force: boolean; readonly acting: Acting };

export type ModelResult<Operation extends ModelOperation = ModelOperation> = Operation extends { kind: 'publish' }
  ? Publication
  : Evaluation;

/** Resolves when it runs, or the same one does already. `result` rejects with a ModelProblem when a person can solve the problem. */
export type Begin = <Operation extends ModelOperation>(
  operation: Operation,
) => Promise<{ result: Promise<ModelResult<Operation>> }>;
