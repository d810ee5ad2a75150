/** Means over the queries of one kind of task, from the evaluation. */
export interface TaskQuality {
  readonly queries: number;
  readonly recall: { readonly 10: number };
  readonly ndcg: { readonly 10: number };
}

/** Quality of one ranking, by kind of task. */
export type RankingQuality = Readonly<Record<string, TaskQuality>>;

/** Rankings of the same tasks. */
export interface GateComparison {
  readonly candidate: RankingQuality;
  /** The first-stage order. */
  readonly unranked: RankingQuality;
  /** Null when there is none, or when this service cannot load it. */
  readonly inService: { readonly version: string; readonly quality: RankingQuality } | null;
}

export interface GateVerdict {
  readonly passes: boolean;
  /** One sentence with figures for each failed comparison. When none failed: one for the comparison that counted most. */
  readonly findings: readonly string[];
}

/**
 * How much worse than the model in service a candidate may measure, as a share. With a few hundred queries of a kind, a
 * smaller difference is noise.
 */
const toleratedLoss = 0.01;

/** With fewer queries, the result is noise. */
const fewestQueries = 20;

/** Mean of recall@10 and NDCG@10 over the kinds of tasks with queries; null when there are none. */
export function overallQuality(quality: RankingQuality): number | null {
  const tasks = Object.values(quality).filter(({ queries }) => queries > 0);
  if (tasks.length === 0) return null;
  return tasks.reduce((sum, { recall, ndcg }) => sum + (recall[10] + ndcg[10]) / 2, 0) / tasks.length;
}

/** Whether a model may replace the one in service without force. */
export function judgeCandidate({ candidate, unranked, inService }: GateComparison): GateVerdict {
  const own = overallQuality(candidate);
  const without = overallQuality(unranked);
  if (own === null || without === null) {
    return { passes: false, findings: ['there are no purchases to judge it by'] };
  }
  const findings: string[] = [];
  const queries = Object.values(candidate).reduce((sum, task) => sum + task.queries, 0);
  if (queries < fewestQueries) {
    findings.push(
      `it was measured on ${queries} purchases only, and ${fewestQueries} are the fewest that say anything`,
    );
  }
  if (!(own >= without)) {
    findings.push(`it ranks worse than no model: ${figure(own)} against ${figure(without)} of the unranked order`);
  }
  const serving = inService === null ? null : overallQuality(inService.quality);
  if (inService === null || serving === null) return verdict(findings, `${figure(own)}, unranked ${figure(without)}`);
  const against = `${figure(own)} against ${figure(serving)} of ${inService.version}, the model in service`;
  if (!(own >= serving * (1 - toleratedLoss))) {
    const loss = ((1 - own / serving) * 100).toFixed(1);
    findings.push(
      `it ranks worse than what serves: ${against} (${loss} % less, ${toleratedLoss * 100} % is tolerated)`,
    );
  }
  return verdict(findings, against);
}

function verdict(failures: readonly string[], success: string): GateVerdict {
  if (failures.length === 0) return { passes: true, findings: [success] };
  return { passes: false, findings: failures };
}

function figure(quality: number): string {
  return quality.toFixed(4);
}
