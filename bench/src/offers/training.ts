import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { WorkerProcess } from '../worker-process.ts';
import { type TrainingOrder, type TrainingReport, trainingReportSchema } from './training-order.ts';

const order = { rows: 200_000, features: 40, trees: 100 };

/** Seconds to train 100 trees on 200,000 examples of 40 features, on one thread. */
export async function measureTraining(bench: Bench): Promise<Figure[]> {
  const worker = WorkerProcess.start<TrainingOrder, TrainingReport>({
    program: 'offers/training-time.js',
    answerSchema: trainingReportSchema,
  });
  bench.atEnd(() => worker.stop());
  const { trainingSeconds, readingSeconds, trees } = await worker.ask(order);
  worker.stop();
  bench.progress(`training: ${trainingSeconds.toFixed(1)} s`);
  return [
    toFigure({
      name: 'training, 200,000 x 40, 100 trees',
      measured: trainingSeconds,
      unit: 's',
      baseline: readingSeconds,
      target: { of: 'measured', bound: 'at most', value: 60 },
      detail: { ...order, trees },
    }),
  ];
}
