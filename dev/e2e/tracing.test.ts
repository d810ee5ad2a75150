import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort, until } from '@callside/test-kit';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';
import { type ReceivedSpan, type SpanCollector, startSpanCollector } from './support/span-collector.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const sampled = `00-${traceId}-${parentId}-01`;
const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';
const phone = '+14155552671';

/** Sends a start as a dialler that takes part in a trace. */
function start({ url, key, rep }: Deployment, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/call-events/call-started`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...headers },
    body: JSON.stringify({ agent_email: rep.email, phone_number: phone }),
  });
}

describe('a call in a trace of the dialler', () => {
  let collector: SpanCollector;
  let deployment: Deployment;
  let recommender: RecommenderDeployment;

  beforeAll(async () => {
    collector = await startSpanCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' };
    deployment = await deploy({ settings });
    recommender = await deployRecommender(deployment, settings);
    await connectRecommender(deployment, recommender);
    // call-events reads the connections of brands every two seconds.
    await until(
      'call-events asks the recommender',
      async () => {
        await deployment.post('call-ended');
        await deployment.post('call-started', { phone_number: phone });
        return (await deployment.query('SELECT 1 FROM call_offers LIMIT 1')).length > 0;
      },
      60_000,
    );
  });

  afterAll(async () => {
    await deployment.close();
    await recommender.close();
    await collector.close();
  });

  const spansOf = (service: string) =>
    collector.spans.filter((span) => span.service === service && span.traceId === traceId);
  const childrenOf = ({ spanId }: ReceivedSpan) =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  const namesOf = (spans: ReceivedSpan[]) => spans.map(({ service, name }) => `${service}: ${name}`).sort();

  /** Starts calls until the recommender has answered in time for one call: on a busy machine it may be late. */
  async function startAnsweredCall(): Promise<{ response: Response; question: ReceivedSpan }> {
    for (let asked = 1; ; asked += 1) {
      await deployment.post('call-ended');
      const response = await start(deployment, { traceparent: sampled, tracestate });
      const questions = () => spansOf('call-events').filter(({ name }) => name === 'recommender request');
      await until('the recommender was asked', () => questions().length === asked);
      const question = questions().at(-1);
      if (question !== undefined && question.attributes['error.type'] === undefined) return { response, question };
    }
  }

  it('has the spans of both services, each below the span that caused it', async () => {
    const { response, question } = await startAnsweredCall();
    expect(response.status).toBe(200);
    const header = response.headers.get('traceparent');
    expect(response.headers.get('traceresponse')).toBe(header);
    const request = () => collector.spans.find(({ spanId }) => header === `00-${traceId}-${spanId}-01`);
    await until('the request has arrived', () => request() !== undefined);
    expect(request()).toMatchObject({
      service: 'call-events',
      name: 'POST /call-events/:event',
      parentSpanId: parentId,
      traceState: tracestate,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    });
    expect(namesOf(childrenOf(request() as ReceivedSpan))).toEqual([
      'call-events: intake commit',
      'call-events: recommender request',
      'call-events: relay push',
    ]);

    const answer = () => childrenOf(question)[0];
    await until('the answer of the recommender has arrived', () => answer() !== undefined);
    expect(answer()).toMatchObject({
      service: 'recommender',
      name: 'POST /recommend',
      traceId,
      traceState: tracestate,
    });
    expect(namesOf(childrenOf(answer() as ReceivedSpan))).toEqual([
      'recommender: recommend history',
      'recommender: recommend prepare',
      'recommender: recommend record',
    ]);
  });

  it('has no data of the customer or the rep and no key in its spans', () => {
    expect(collector.spans.length).toBeGreaterThan(0);
    const received = collector.received();
    for (const secret of ['4155552671', deployment.rep.email, deployment.key, recommender.key]) {
      expect(received).not.toContain(secret);
    }
  });

  it('has its id in the log of the request', async () => {
    await until('the request is logged', () => logged(deployment, traceId).length > 0);
    expect(logged(deployment, traceId)[0]).toMatchObject({ msg: 'request', route: '/call-events/:event' });
  });

  it('a request without a trace starts a trace, and a health check starts none', async () => {
    const response = await start(deployment, {});
    expect(response.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    const health = await fetch(`${deployment.url}/health`);
    expect(health.headers.get('traceparent')).toBeNull();
  });
});

function logged({ log }: Deployment, id: string): Record<string, unknown>[] {
  return log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.trace_id === id);
}

it('the service sends the spans to the collector whose address is in a file', async () => {
  const collector = await startSpanCollector();
  const directory = await mkdtemp(path.join(tmpdir(), 'callside-tracing-'));
  const file = path.join(directory, 'endpoint');
  await writeFile(file, `${collector.endpoint}\n`);
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT_FILE: file, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const deployment = await deploy({ settings });
  try {
    expect((await start(deployment, { traceparent: sampled })).status).toBe(200);
    await until('a span arrives', () => collector.spans.some((span) => span.traceId === traceId));
  } finally {
    await deployment.close();
    await collector.close();
    await rm(directory, { recursive: true });
  }
});

describe.each([
  // No flag and no trace id of a caller changes the decision of the sampler.
  { sampler: 'parentbased_always_off', flag: '01', isTraced: false },
  { sampler: 'parentbased_always_on', flag: '00', isTraced: true },
  { sampler: 'traceidratio', flag: '01', isTraced: false },
])('with the sampler $sampler', ({ sampler, flag, isTraced }) => {
  it(`a request with the flag ${flag} has ${isTraced ? 'a span' : 'no span'}`, async () => {
    const deployment = await deploy({
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
        OTEL_TRACES_SAMPLER: sampler,
        OTEL_TRACES_SAMPLER_ARG: '0',
      },
    });
    try {
      const { headers } = await start(deployment, { traceparent: `00-${traceId}-${parentId}-${flag}` });
      const [, sentTrace, span, decided] = headers.get('traceparent')?.split('-') ?? [];
      expect([sentTrace, decided]).toEqual([traceId, isTraced ? '01' : '00']);
      expect(span).not.toBe(parentId);
    } finally {
      await deployment.close();
    }
  });
});

describe('the service without a collector', () => {
  it('gives the trace of the request in its answer and its log', async () => {
    const deployment = await deploy();
    try {
      const response = await start(deployment, { traceparent: sampled });
      expect(response.headers.get('traceparent')).toBe(sampled);
      expect((await start(deployment, { traceparent: 'nonsense' })).headers.get('traceparent')).toBeNull();
      await until('the request is logged', () => logged(deployment, traceId).length > 0);
    } finally {
      await deployment.close();
    }
  });

  it('answers as usual when the collector is down, logs the failure once and ends in time', async () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    };
    const deployment = await deploy({ settings });
    const reports = () => deployment.log().split('spans could not be sent').length - 1;
    try {
      await until('the failure is reported', async () => {
        expect((await start(deployment, {})).status).toBe(200);
        return reports() > 0;
      });
      // Many more exports fail in the meantime: each has its own time limit.
      for (let request = 0; request < 50; request += 1) expect((await start(deployment, {})).status).toBe(200);
    } finally {
      await deployment.close();
    }
    expect(reports()).toBe(1);
  });
});
