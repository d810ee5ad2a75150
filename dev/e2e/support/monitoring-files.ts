import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

export const root = path.join(import.meta.dirname, '../../..');
const infra = path.join(root, 'infra');

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; description?: string; runbook_url?: string };
}

export interface Panel {
  title: string;
  type: string;
  description?: string;
  targets?: { expr: string }[];
  fieldConfig?: { defaults: { unit?: string } };
  links?: { url: string }[];
}

export interface Dashboard {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string }[] };
}

export function readRules(file: 'alert-rules' | 'recording-rules'): Rule[] {
  const text = readFileSync(path.join(infra, 'prometheus', `${file}.yml`), 'utf8');
  return (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
}

export function readDashboards(): Dashboard[] {
  const folder = path.join(infra, 'grafana/dashboards');
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
}

/** Grafana replaces its variables before it sends a query. */
export function withoutVariables(query: string): string {
  return query.replaceAll(/\$__(rate_interval|range)/g, '5m').replaceAll(/\$\w+/g, '.*');
}

/** The names of the metrics that a query reads. Throws when it is not valid PromQL. */
export function metricsIn(query: string): string[] {
  const names: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`no PromQL at character ${from}: ${query}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector') names.push(query.slice(from, to));
    },
  });
  return names;
}
