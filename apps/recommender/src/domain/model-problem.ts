/** Why a model cannot be trained, stored or used. The text is for an operator: it has no paths and no messages of libraries. */
export class ModelProblem extends Error {
  override readonly name: string = 'ModelProblem';
}
