import type { Latencies } from './simulator/percentiles.ts';
import type { SimulationReport } from './simulator/simulation-report.ts';
import { formatTable } from './table.ts';

const count = (value: number) => value.toLocaleString('en-US');
const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** The result of a run as text. */
export function describeSimulation({ run, brand, servers, duration_ms, ...report }: SimulationReport): string {
  const { sent, answered, latency_ms, tabs, companions } = report;
  const events = Object.entries(sent.by_event).map(([event, times]) => `${count(times)} ${event}`);
  const connections = [...tabs, ...companions].reduce((sum, socket) => sum + socket.connections, 0);
  return [
    `${run}: brand ${brand}, ${servers.join(' and ')}, ${(duration_ms / 1000).toFixed(1)} s`,
    `Sent       ${counted(sent.events, 'event')} of ${counted(sent.calls, 'call')} (${events.join(', ')}), ${counted(sent.retries, 'retry', 'retries')}`,
    `Answered   ${count(answered.accepted)} accepted, ${count(answered.failed)} failed`,
    ...answered.failures.map((reason) => `           ${reason}`),
    `Connected  ${counted(tabs.length, 'tab')} and ${counted(companions.length, 'companion')}, ${counted(connections, 'connection')}`,
    '',
    formatTable(
      ['LATENCY IN MS', 'MEASURED', 'P50', 'P95', 'P99', 'MAX'],
      [
        rowOf('answer to a POST', latency_ms.answer),
        rowOf('POST to tab', latency_ms.tab),
        rowOf('POST to companion', latency_ms.companion),
      ],
    ),
  ].join('\n');
}

function rowOf(name: string, { count: measured, p50, p95, p99, max }: Latencies): string[] {
  return [name, count(measured), ...[p50, p95, p99, max].map((value) => (value === null ? '-' : value.toFixed(1)))];
}
