import type { Acting } from '@callside/auth';
import type { GateVerdict } from '../models/publish-gate.ts';
import type { ModelReport } from './model-report.ts';
import type { Publication } from './publish-model.ts';

/** A request of an owner. Both kinds measure the model, which computes for seconds. */
export type ModelOperation =
  | { readonly kind: 'evaluate'; readonly version: string }
  | { readonly kind: 'publish'; readonly version: string; readonly force: boolean; readonly acting: Acting };

/** A model measured on the latest purchases, and whether it may be published. */
export interface Evaluation {
  readonly report: ModelReport;
  readonly verdict: GateVerdict;
}

export type ModelResult<Operation extends ModelOperation = ModelOperation> = Operation extends { kind: 'publish' }
  ? Publication
  : Evaluation;

/** Rejects with a ModelProblem when a person can solve the problem. */
export type CarryOut = <Operation extends ModelOperation>(operation: Operation) => Promise<ModelResult<Operation>>;
