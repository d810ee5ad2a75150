import { createMetrics } from './metrics.ts';

describe('createMetrics', () => {
  it("contains the duration of requests and the app's metrics, labelled with the service", async () => {
    const metrics = createMetrics({ service: 'call-events' });
    metrics.counter('events_total', 'Events.', ['event']).inc({ event: 'call-started' });
    metrics.gauge('tabs_open', 'Tabs.').set(3);
    metrics.histogram('batch_items', 'Items a batch.', [], [1, 8, 64]).observe(9);
    const text = await metrics.registry.metrics();
    expect(text).toContain('# TYPE http_request_duration_seconds histogram');
    expect(text).toContain('events_total{event="call-started",service="call-events"} 1');
    expect(text).toContain('tabs_open{service="call-events"} 3');
    expect(text).toContain('batch_items_bucket{le="8",service="call-events"} 0');
    expect(text).toContain('batch_items_bucket{le="64",service="call-events"} 1');
  });

  it('reads the value of a gauge when the metrics are read', async () => {
    const metrics = createMetrics({ service: 'demo' });
    let age: number | undefined;
    metrics.gaugeOf('age_seconds', 'Age.', () => age);
    age = 5;
    expect(await metrics.registry.metrics()).toContain('age_seconds{service="demo"} 5');
    age = undefined;
    expect(await metrics.registry.metrics()).toContain('age_seconds{service="demo"} 5');
    age = 7;
    expect(await metrics.registry.metrics()).toContain('age_seconds{service="demo"} 7');
  });

  it('keeps the metrics of two apps in one process separate', async () => {
    const [one, other] = [createMetrics({ service: 'one' }), createMetrics({ service: 'other' })];
    one.counter('events_total', 'Events.').inc();
    expect(await other.registry.metrics()).not.toContain('events_total');
  });
});
