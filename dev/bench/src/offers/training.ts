import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { WorkerProcess } from '../worker-process.ts';
import { type TrainingInput, type TrainingReport, trainingReportSchema } from './training-input.ts';

const order = { rows: 200_000, features: 40, trees: 100 };

/** Time to train 100 trees on 200,000 examples of 40 features, on one thread, and of two ensembles in threads. */
export async function measureTraining(bench: Bench): Promise<Figure[]> {
  const worker = WorkerProcess.start<TrainingInput, TrainingReport>({
    program: 'offers/training-time.js',
    answerSchema: trainingReportSchema,
  });
  bench.atEnd(() => worker.stop());
  const { training, plainHistograms, oneAfterTheOther, together, trees } = await worker.ask(order);
  worker.stop();
  bench.progress(`training: ${training.wall.toFixed(1)} s, ${training.cpu.toFixed(1)} s of processor time`);
  return [
    toFigure({
      name: 'training, 200,000 x 40, 100 trees: processor time',
      measured: training.cpu,
      unit: 's',
      baseline: plainHistograms.cpu,
      target: { of: 'measured', bound: 'at most', value: 15 },
      detail: { ...order, trees, training, plainHistograms },
    }),
    toFigure({
      name: 'training of two ensembles in threads',
      measured: together.wall,
      unit: 's',
      baseline: oneAfterTheOther.wall,
      detail: { oneAfterTheOther, together },
    }),
  ];
}
