/** Why a model cannot be trained, stored or used. The text is for an operator: it has no paths and no messages of libraries. */
export class ModelProblem extends Error {
  override readonly name: string = 'ModelProblem';
}

/** The text of an error for an operator; null when the operator cannot act on it. */
export function explainModelProblem(error: unknown): string | null {
  return error instanceof ModelProblem ? error.message : null;
}
