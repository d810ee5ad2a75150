/** The targets of faults. `instance` counts from 1; the recommender has no number. */
export type FaultTarget =
  | { kind: 'service'; instance: number }
  | { kind: 'recommender' }
  | { kind: 'postgres' }
  | { kind: 'redis' }
  /** The row with the state of a rep. */
  | { kind: 'row'; rep: string }
  | { kind: 'link'; instance: number | 'recommender'; to: 'postgres' | 'redis' };

export type FaultKind =
  | 'kill'
  | 'stop'
  | 'restart'
  | 'immediate stop'
  | 'flush'
  | 'slow commits'
  | 'hold'
  | 'lose requests'
  | 'lose answers'
  | 'lose both ways';

export interface FaultPhase {
  type: 'fault';
  at: number;
  fault: number;
  kind: FaultKind;
  target: FaultTarget;
  phase: 'begins' | 'ends';
}
