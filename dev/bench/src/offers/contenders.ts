import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '@callside/test-kit';
import type { Bench } from '../bench.ts';
import { WorkerProcess } from '../worker-process.ts';
import type { BareServer, InferenceInput } from './bare-inference.ts';
import type { ImportedShop } from './imported-shop.ts';
import { offerRequest } from './offer-requests.ts';
import type { RequestInput, RequestReport } from './request-load.ts';
import { typicalBatch } from './typical-batch.ts';

interface Requests {
  seconds: number;
  withHistory: boolean;
  source: string;
}

export interface Contenders {
  shop: ImportedShop;
  candidates: number;
  server: ServiceProcess;
  bare: BareServer;
  /** Sends requests of customers in turn, and checks that each answer is stored. */
  ask: (requests: Requests) => Promise<RequestReport>;
  /** Sends such requests to the bare inference, without a history. */
  infer: (seconds: number) => Promise<RequestReport>;
}

const modelFile = fileURLToPath(new URL('../../../../apps/recommender/models/default/model.onnx', import.meta.url));

/** The recommender of a shop, and Express with ONNX Runtime and a typical batch of this shop. */
export async function startContenders(bench: Bench, connections: number): Promise<Contenders> {
  const { baseData } = bench;
  const shop = await bench.shop();
  const server = await bench.use(
    bench.starts.startRecommender({ name: 'recommender', brand: shop.brand, nodeArgs: bench.profileArgs }),
  );
  const batch = typicalBatch(shop);
  const load = WorkerProcess.start<RequestInput, RequestReport>({ program: 'offers/request-load.js' });
  bench.atEnd(() => load.stop());
  const inference = WorkerProcess.start<InferenceInput, BareServer>({ program: 'offers/bare-inference.js' });
  bench.atEnd(() => inference.stop());
  const bare = await inference.ask({ modelFile, ...batch });

  const send = (port: number, { seconds, withHistory, source }: Requests) => {
    const { apiKey, callers } = shop;
    const requests = callers.map((caller) => offerRequest({ apiKey, caller, withHistory, source }));
    return load.ask({ port, seconds, connections, requests });
  };
  return {
    shop,
    candidates: batch.rows,
    server,
    bare,
    infer: (seconds) => send(bare.port, { seconds, withHistory: false, source: 'bare' }),
    async ask(requests) {
      const report = await send(server.port, requests);
      const [row] = await baseData.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM recommendations JOIN brands ON brands.id = brand_id
         WHERE slug = $1 AND source = $2`,
        [shop.brand, requests.source],
      );
      const answered = report.durationsMs.length;
      if (row?.count !== answered) {
        throw new Error(`${answered} requests were answered and ${row?.count} of them are on file`);
      }
      return report;
    },
  };
}
