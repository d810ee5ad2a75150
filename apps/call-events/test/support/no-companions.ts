import type { PresentCompanions } from '../../src/calls/rules/rep-state.ts';

export const noCompanions: PresentCompanions = {
  connected: 0,
  lost: 0,
  acknowledgedSequence: null,
  acknowledgedAt: null,
};
