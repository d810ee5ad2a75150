/** Why a model cannot be trained, stored or used, in words for an operator: without paths and without what a library said. */
export class ModelProblem extends Error {
  override readonly name: string = 'ModelProblem';
}
