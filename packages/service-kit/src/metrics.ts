import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** `http_request_duration_seconds` by method, route pattern and status. */
  httpRequestDuration: Histogram<'method' | 'route' | 'status'>;
  counter: <Label extends string = never>(name: string, help: string, labels?: readonly Label[]) => Counter<Label>;
  gauge: <Label extends string = never>(name: string, help: string, labels?: readonly Label[]) => Gauge<Label>;
  /** A gauge whose value is computed when the metrics are read; undefined leaves it unchanged. */
  gaugeOf: (name: string, help: string, value: () => number | undefined) => Gauge;
  /** A gauge that is always 1 and whose labels say what is in service. */
  infoOf: <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    values: () => Record<Label, string>,
  ) => void;
  /** Buckets in the unit of the metric; default: seconds from 1 ms to 10 s. */
  histogram: <Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    buckets?: readonly number[],
  ) => Histogram<Label>;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one app, in a separate registry, with the label `service`. */
export function createMetrics({ service }: { service: string }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];

  const histogram: Metrics['histogram'] = (name, help, labels = [], buckets = secondsBuckets) =>
    new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers });

  return {
    registry,
    httpRequestDuration: histogram(
      'http_request_duration_seconds',
      'Time from the request to the end of its response.',
      ['method', 'route', 'status'],
    ),
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    gaugeOf: (name, help, value) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const current = value();
          if (current !== undefined) this.set(current);
        },
      }),
    infoOf: (name, help, labels, values) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          // Without the reset, the series of earlier labels would remain.
          this.reset();
          this.set(values(), 1);
        },
      });
    },
    histogram,
  };
}
