import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '@callside/test-kit';
import type { Bench } from '../bench.ts';
import { WorkerProcess } from '../worker-process.ts';
import { type InferenceInput, type InferenceReport, inferenceReportSchema } from './inference-input.ts';
import { offerRequest } from './offer-requests.ts';
import { type RequestInput, type RequestReport, requestReportSchema } from './request-input.ts';
import { typicalBatch } from './typical-batch.ts';

export interface Contenders {
  products: number;
  candidates: number;
  server: ServiceProcess;
  /** Sends requests of customers in turn, and checks that each answer is stored. */
  ask: (order: { seconds: number; withHistory: boolean; source: string }) => Promise<RequestReport>;
  /** Durations of the bare inference, in milliseconds. */
  infer: (seconds: number) => Promise<number[]>;
  end: () => Promise<void>;
}

const modelFile = fileURLToPath(new URL('../../../../apps/recommender/models/default/model.onnx', import.meta.url));
const probe = new URL('event-loop-on-signal.js', import.meta.url).href;

/** The recommender of a shop with 10,000 products, and ONNX Runtime alone with a typical batch of such a shop. */
export async function startContenders(bench: Bench, { connections }: { connections: number }): Promise<Contenders> {
  const { baseData } = bench;
  const shop = await bench.shop('usual');
  const server = await bench.use(
    bench.starts.startRecommender({
      name: `recommender-${connections}`,
      brand: shop.brand,
      nodeArgs: ['--import', probe, ...bench.profileArgs],
    }),
  );
  const batch = typicalBatch(shop);
  const load = WorkerProcess.start<RequestInput, RequestReport>({
    program: 'offers/request-load.js',
    answerSchema: requestReportSchema,
  });
  const bare = WorkerProcess.start<InferenceInput, InferenceReport>({
    program: 'offers/bare-inference.js',
    answerSchema: inferenceReportSchema,
  });
  bench.atEnd(() => load.stop());
  bench.atEnd(() => bare.stop());

  return {
    products: shop.shop.products.length,
    candidates: batch.rows,
    server,
    async ask({ seconds, withHistory, source }) {
      const { apiKey, callers } = shop;
      const requests = callers.map((caller) => offerRequest({ apiKey, caller, withHistory, source }));
      const report = await load.ask({ port: server.port, seconds, connections, requests });
      const [row] = await baseData.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM recommendations JOIN brands ON brands.id = brand_id
         WHERE slug = $1 AND source = $2`,
        [shop.brand, source],
      );
      if (row?.count !== report.answered) {
        throw new Error(`${report.answered} requests were answered and ${row?.count} of them are on file`);
      }
      return report;
    },
    async infer(seconds) {
      const { durationsMs } = await bare.ask({ modelFile, seconds, ...batch });
      return durationsMs;
    },
    async end() {
      load.stop();
      bare.stop();
      await server.stop();
    },
  };
}
