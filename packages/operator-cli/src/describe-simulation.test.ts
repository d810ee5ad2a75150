import { describeSimulation } from './describe-simulation.ts';
import type { SimulationReport } from './simulator/simulation-report.ts';

const latencies = { count: 1, p50: 1, p95: 1, p99: 1, max: 1 };

function reportOf(n: number): SimulationReport {
  return {
    run: 'sim-1',
    brand: 'acme',
    seed: 1,
    servers: ['http://localhost:4100'],
    started_at: '2026-11-20T09:30:00.000Z',
    duration_ms: 1000,
    faults: { duplicates: 0, reordering: 0, drops: 0, late_retries: 0, clock_skew_seconds: 0 },
    sent: {
      ...{ calls: n, events: n, by_event: { 'call-ended': n }, requests: n, duplicates: n, late_retries: n },
      ...{ retries_after_loss: n, answers_lost: n, reordered: n, sockets_cut: n },
    },
    answered: { accepted: n, duplicates: n, without_call: n, failed: n },
    latency_ms: { answer: latencies, tab: latencies, companion: latencies },
    tabs: [],
    companions: [],
    recording: { pauses: n, longest_after_pause_ms: 0 },
    database: { events: n, calls: n, sessions: n, sessions_finalized: n, chunks: n },
    disagreements: Array(n).fill({ kind: 'tab', subject: 'rep 1', expected: 'a', found: 'b' }),
  };
}

test('one of anything is singular', () => {
  const text = describeSimulation(reportOf(1));
  expect(text).toContain('Sent       1 event of 1 call (1 call-ended)');
  expect(text).toContain('in 1 request: 1 duplicate, 1 late retry, 1 retry after a loss');
  expect(text).toContain('1 answer lost, 1 event out of order, 1 socket cut');
  expect(text).toContain('On file    1 event, 1 call, 1 transcription session (1 finalized), 1 chunk');
  expect(text).toContain('1 disagreement with the database:');
});

test('several are plural', () => {
  const text = describeSimulation(reportOf(2));
  expect(text).toContain('Sent       2 events of 2 calls (2 call-ended)');
  expect(text).toContain('in 2 requests: 2 duplicates, 2 late retries, 2 retries after a loss');
});
