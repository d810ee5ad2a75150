export { checkServer } from './check-server.ts';
export { allFaults, type Faults, noFaults } from './faults.ts';
export type { Latencies } from './percentiles.ts';
export type { SimulatedAccounts, SimulatedRep } from './simulated-accounts.ts';
export { simulate } from './simulation.ts';
export { SimulationError } from './simulation-error.ts';
export type { SimulationReport } from './simulation-report.ts';
