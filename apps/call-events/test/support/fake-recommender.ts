import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  NextQuestion,
  PurchaseBody,
  PurchaseResponse,
  PurchaseVoidResponse,
  RecommendBody,
  RecommendResponse,
} from '@callside/schemas';

type Received<Body> = Body & { key: string | undefined };

/** A recommender that offers two products, and all but the anchors. `mode` is what it does with the next requests. */
export interface FakeRecommender {
  url: string;
  mode: 'answer' | 'hang' | 'fail' | 'withhold';
  /** Asked while no ring size is known. */
  nextQuestion: NextQuestion | null;
  /** `recommendation_id`: of the answer, if there was one. */
  questions: (Received<RecommendBody> & { recommendation_id?: string })[];
  purchases: Received<PurchaseBody>[];
  /** The ids of the purchases whose void was accepted, each time. */
  voids: string[];
  /** The paths of questions why a product was not offered. */
  whyNots: string[];
  close: () => Promise<void>;
}

export async function startFakeRecommender(): Promise<FakeRecommender> {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeRecommender = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'answer',
    nextQuestion: null,
    questions: [],
    purchases: [],
    voids: [],
    whyNots: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return explain(request.url ?? '', response);
    const body = JSON.parse(await textOf(request));
    const received = { ...body, key: request.headers['x-api-key'] };
    const isQuestion = request.url === '/recommend';
    const voided = /^\/purchase\/([^/]+)\/void$/.exec(request.url ?? '')?.[1];
    if (isQuestion) fake.questions.push(received);
    else if (voided !== undefined) {
      if (fake.mode === 'answer') fake.voids.push(voided);
    } else if (fake.mode === 'answer') fake.purchases.push(received);
    if (fake.mode === 'hang') return;
    if (fake.mode === 'fail') {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"retry later"}');
      return;
    }
    const answer = isQuestion
      ? withheldBy(fake.mode, recommend(body, fake.nextQuestion))
      : voided === undefined
        ? confirm(body)
        : confirmVoid(voided);
    if (isQuestion) received.recommendation_id = answer.recommendation_id;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
  return fake;

  function explain(path: string, response: ServerResponse): void {
    fake.whyNots.push(path);
    if (fake.mode === 'hang') return;
    const sku = decodeURIComponent(path.split('/').at(-1) ?? '');
    const reasons = [{ code: 'out_of_stock', text: 'It is out of stock since 2026-11-18.', since: '2026-11-18' }];
    const answers = { 404: '{"detail":"unknown"}', 200: JSON.stringify({ sku, offered: false, rank: null, reasons }) };
    const status = fake.mode === 'fail' ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(answers[status]);
  }
}

/** By order_line_id: a line that is sent again is the same purchase. */
const purchaseIds = new Map<string, string>();

export function purchaseIdOf(orderLineId: string): string {
  const known = purchaseIds.get(orderLineId) ?? randomUUID();
  purchaseIds.set(orderLineId, known);
  return known;
}

function confirmVoid(purchase_id: string): PurchaseVoidResponse {
  const voided_at = new Date().toISOString();
  const what = { purchased_skus: ['401'], matched_skus: ['401'], matched_revenue: 129.99 };
  return { purchase_id, recommendation_id: randomUUID(), voided_at, recorded: true, ...what };
}

function confirm({ recommendation_id, purchased_lines }: PurchaseBody): PurchaseResponse {
  return {
    purchase_id: purchaseIdOf(purchased_lines?.[0]?.order_line_id ?? ''),
    recommendation_id,
    matched_skus: [],
    converted: true,
    recorded: true,
    matched_revenue: 129.99,
    conflicts: [],
  };
}

function withheldBy(mode: FakeRecommender['mode'], answer: RecommendResponse): RecommendResponse {
  if (mode !== 'withhold') return answer;
  return { ...answer, recommendations: [], recommendation: null, offers_withheld: 'customer_objects' };
}

const products = [
  { sku: '401', title: 'Sapphire Pendant' },
  { sku: '402', title: 'Ruby Pendant' },
];

function recommend(
  { phone, purchased_skus, known_sizes }: RecommendBody,
  nextQuestion: NextQuestion | null,
): RecommendResponse {
  const anchors = purchased_skus ?? [];
  const recommendations = products
    .filter(({ sku }) => !anchors.includes(sku))
    .map(({ sku, title }, index) => ({
      rank: index + 1,
      sku,
      title,
      web_price: 129.99,
      article_type: 'Pendant',
      size: 0,
      rerank_score: 1 - index,
      slot: 1,
      reasons: anchors.map((anchor) => `often_bought_with:${anchor}`),
      on_hand: 6,
    }));
  return {
    recommendation_id: randomUUID(),
    recommendations,
    recommendation: recommendations[0] ?? null,
    resolved_purchased: anchors.map(Number),
    history_size: 0,
    customer_found: false,
    normalized_phone: phone,
    fallback: true,
    next_question: Object(known_sizes).ring === undefined ? nextQuestion : null,
    feature_schema_hash: 'a',
    artifact_version: 'none',
    catalog_version: 'c',
    stock_age_seconds: 240,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
