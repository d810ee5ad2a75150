import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Deployment, deploy } from './support/deployment.ts';
import { metricsIn, readDashboards, readRules, root, withoutVariables } from './support/monitoring-files.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

const alerts = readRules('alert-rules');
const recordings = readRules('recording-rules');
const dashboards = readDashboards();
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const queries = [
  ...[...alerts, ...recordings].map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withoutVariables(expr))),
];

it.each(alerts.map((alert) => [alert.alert, alert]))('%s has a severity, a text and a runbook', (_name, alert) => {
  expect(alert.for).toMatch(/^\d+m$/);
  expect(alert.labels?.severity).toMatch(/^(critical|warning)$/);
  expect(alert.annotations?.summary).toBeTruthy();
  expect(alert.annotations?.description).toBeTruthy();
  const runbook = path.join(root, alert.annotations?.runbook_url ?? 'missing');
  expect(existsSync(runbook)).toBe(true);
  const text = readFileSync(runbook, 'utf8');
  for (const part of ['What it means', 'Who is affected', 'First checks', 'How to fix it', 'How to prevent it']) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`\`${alert.alert}\``);
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)\)/g)) {
    expect([link, existsSync(path.join(path.dirname(runbook), link))]).toEqual([link, true]);
  }
});

it('the panels of each dashboard have a unit, a description and links to runbooks that exist', () => {
  expect(new Set(dashboards.map(({ uid }) => uid))).toEqual(new Set(['callside-call-events', 'callside-recommender']));
  for (const { title, type, description, fieldConfig, links = [] } of panels.filter((one) => one.type !== 'row')) {
    expect([title, Boolean(description), Boolean(fieldConfig?.defaults.unit)]).toEqual([title, true, true]);
    expect(['stat', 'timeseries', 'table']).toContain(type);
    for (const { url } of links) {
      const file = path.join(root, 'docs/runbooks/alerts', path.basename(url));
      expect([url, existsSync(file)]).toEqual([url, true]);
    }
  }
});

describe('metrics', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;

  beforeAll(async () => {
    deployment = await deploy();
    recommender = await deployRecommender(deployment);
  });

  afterAll(async () => {
    await deployment.close();
    await recommender.close();
  });

  async function exported(url: string): Promise<string[]> {
    const text = await (await fetch(`${url}/metrics`)).text();
    return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
  }

  it('every metric that a rule or a dashboard reads is exported by a service or recorded by a rule', async () => {
    const known = new Set([
      'up',
      ...(await exported(deployment.url)),
      ...(await exported(recommender.url)),
      ...recordings.map(({ record }) => record),
    ]);
    const read = new Set(queries.flatMap(metricsIn));
    expect(read.size).toBeGreaterThan(40);
    expect([...read].filter((name) => !known.has(name))).toEqual([]);
  });

  it('the name of a metric of the services contains its unit', async () => {
    const names = [...(await exported(deployment.url)), ...(await exported(recommender.url))];
    const ours = names.filter((name) => !/^(nodejs|process)_/.test(name) && /second|bytes|_total/.test(name));
    for (const name of ours) expect(name).toMatch(/_(seconds|bytes)(_bucket|_sum|_count)?$|_total$/);
  });
});

it('a query that is not PromQL causes an error', () => {
  expect(() => metricsIn('sum by (job (rate(up[5m]))')).toThrow('no PromQL');
});
