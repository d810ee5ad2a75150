// Models: artifacts on disk, the one in service, and what owners and operators do with them.

export { ArmRankers } from './arm-rankers.ts';
export { bundledModelDirectory } from './artifact-finder.ts';
export { createModels } from './create-models.ts';
export { createRanker, createRankerOf } from './create-ranker.ts';
export { PastModels } from './past-models.ts';
export type { ModelBuild, Ranker } from './ranker.ts';
