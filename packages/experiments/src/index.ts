// Experiments: which arm a caller belongs to, and whether an arm earned more.

export { type Arm, armNames, armsSchema, parseArms } from './arms.ts';
export { type Assignment, assignArm, callerKey } from './assign-arm.ts';
export { type ExperimentResult, experimentResult, verdictsInWords } from './experiment-result.ts';
export {
  type ExperimentOnFile,
  findExperiment,
  findRunningExperiment,
  listExperiments,
  readExperimentResult,
  startExperiment,
  stopExperiment,
} from './experiments.store.ts';
