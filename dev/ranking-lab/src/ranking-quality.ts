import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { candidates } from './candidates.ts';
import { type Measured, measureBaselines } from './contest.ts';
import { scoreTask, type TaskScore } from './evaluation.ts';
import type { Period, Training } from './protocol.ts';
import type { Candidate } from './recommender.ts';
import { type ContestReport, toReport, toReportText } from './report.ts';
import { type Contest, type ContestInput, readContests } from './shop-files.ts';

export interface RankingQualityInput extends Omit<ContestInput, 'seed'> {
  /** Keeps the baselines' scores of each task for later runs; null: they are measured again. */
  scoresDirectory: string | null;
}

const seed = 1;

/** Measures recommenders on purchase histories; returns the printed values. */
export async function measureRankingQuality(
  input: RankingQualityInput,
  print: (text: string) => void,
  recommenders: readonly Candidate[] = candidates,
): Promise<ContestReport[]> {
  const reports: ContestReport[] = [];
  for (const contest of await readContests({ ...input, seed })) {
    const [toTune, toTest] = [countTasks(contest.tuning.flat()), countTasks(contest.test)];
    print(`  ${contest.shop}, ${contest.kind}: ${toTune} tasks to tune, ${toTest} to test`);
    const baselines = await measuredBaselines(contest, input, (line) => print(`    ${line}`));
    const ours: Measured[] = [];
    for (const candidate of recommenders) ours.push(await measureCandidate(candidate, contest.test));
    const report = toReport(contest, baselines, ours, seed);
    print(`\n${toReportText(report)}\n`);
    reports.push(report);
  }
  return reports;
}

async function measuredBaselines(
  { shop, kind, tuning, test }: Contest,
  { scoresDirectory }: RankingQualityInput,
  progress: (line: string) => void,
): Promise<Measured[]> {
  if (scoresDirectory === null) return measureBaselines(tuning, test, seed, progress);
  const file = join(scoresDirectory, `${shop}-${kind.replaceAll(' ', '-')}.json`);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept) as Measured[];
  const measured = measureBaselines(tuning, test, seed, progress);
  await mkdir(scoresDirectory, { recursive: true });
  await writeFile(file, JSON.stringify(measured));
  return measured;
}

/** The model is trained with the data of each month, the index is built with the data of each slice. */
async function measureCandidate({ name, train, serve }: Candidate, period: Period): Promise<Measured> {
  const start = performance.now();
  const scores: TaskScore[] = [];
  let month: Training | null = null;
  let model: unknown;
  for (const { training, monthly, tasks } of period) {
    if (monthly !== month) [month, model] = [monthly, await train(monthly)];
    const recommend = serve(model, training);
    for (const task of tasks) {
      const answer = recommend(task);
      scores.push(scoreTask(task, answer.items, answer.candidates));
    }
  }
  return { name, scores, seconds: (performance.now() - start) / 1000, tuned: null };
}

function countTasks(period: Period): number {
  return period.reduce((sum, { tasks }) => sum + tasks.length, 0);
}
