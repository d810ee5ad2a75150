import { apiKeyRequestSchema, callExportQuerySchema, chatListQuerySchema, eventLogQuerySchema } from './index.ts';

const messagesOf = (schema: typeof eventLogQuerySchema | typeof callExportQuerySchema, query: object) =>
  schema.safeParse(query).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('limit', () => {
  it.each([
    ['1', 1],
    ['200', 200],
    ['050', 50],
    [undefined, 50],
  ])('reads %j as %i', (limit, expected) => {
    expect(chatListQuerySchema.parse({ limit }).limit).toBe(expected);
  });

  it.each(['0', '201', '-1', '1.5', '1e2', ' 5', 'ten', '', '٣', '99999999999', ['1', '2']])('refuses %j', (limit) => {
    const [[field, message] = []] = messagesOf(eventLogQuerySchema, { limit });
    expect(field).toBe('limit');
    expect(message).toMatch(/^limit must /);
  });
});

describe('from and to', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.250+01:00', '2026-11-20T08:30:00.250Z'],
    ['2026-11-20T09:30:00 01:00', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T09:30:00', '2026-11-20T09:30:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s as %s', (from, expected) => {
    expect(callExportQuerySchema.parse({ from }).from?.toISOString()).toBe(expected);
    expect(eventLogQuerySchema.parse({ to: from }).to?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    '1',
    'yesterday',
    '2024-02-31',
    '2026-11-20 09:30',
    '0000-01-01',
    '12026-01-01',
    '9999-12-31T23:59:59-23:59',
    '2026-11-20T25:00:00Z',
    '2026-11-20T24:00:00Z',
    '20261120T093000Z',
    '2026-W47-5T09:30:00Z',
    '2026-11-20t09:30:00Z',
    '0001-01-01T00:00:00+23:59',
  ])('refuses %j', (text) => {
    expect(messagesOf(callExportQuerySchema, { from: text })).toEqual([['from', expect.stringMatching(/^from must /)]]);
    expect(messagesOf(eventLogQuerySchema, { to: text })).toEqual([['to', expect.stringMatching(/^to must /)]]);
  });

  it('are read in linear time', () => {
    // Quadratic time would be minutes.
    const started = performance.now();
    expect(messagesOf(eventLogQuerySchema, { from: 'T'.repeat(200_000) })).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('refuses an end before the beginning, and accepts an equal one', () => {
    const backwards = { from: '2026-11-20', to: '2026-11-19' };
    for (const schema of [callExportQuerySchema, eventLogQuerySchema]) {
      expect(messagesOf(schema, backwards)).toEqual([['to', 'to must not be before from']]);
      expect(messagesOf(schema, { ...backwards, to: backwards.from })).toEqual([]);
    }
  });
});

describe('the other filters', () => {
  it('compares addresses and numbers in their stored form', () => {
    expect(chatListQuerySchema.parse({ agent_email: ' REP@Reps.Example ', phone: ' 14155550134' })).toMatchObject({
      agent_email: 'rep@reps.example',
      phone: '+14155550134',
    });
    expect(chatListQuerySchema.parse({ phone: 'a\0b\ud800' }).phone).toBe('a\ufffdb\ufffd');
  });

  it.each([
    ['phone', 'tel: 442079460958', 'tel:+442079460958'],
    ['phone', 'Kim < 442079460958>', 'Kim <+442079460958>'],
    ['phone', 'Tel: 020 7946 0958', 'Tel: 020 7946 0958'],
    ['phone', 'Phone: 415 555 0134', 'Phone: 415 555 0134'],
    ['agent_email', ' 14155550199', '+14155550199'],
    ['agent_email', ' 1001', '1001'],
  ])('restores the plus sign that %s lost in a query: %j is %j', (name, sent, expected) => {
    expect(Object.values(chatListQuerySchema.parse({ [name]: sent }))).toContainEqual(expected);
  });

  it.each([
    ['event', 'call-paused'],
    ['event', ''],
    ['resolved', 'yes'],
    ['resolved', '1'],
    ['agent_email', ''],
    ['agent_email', ['a', 'b']],
    ['cursor', ''],
  ])('refuses %s = %j', (name, value) => {
    const [[field, message] = []] = messagesOf(eventLogQuerySchema, { [name]: value });
    expect([field, message]).toEqual([name, expect.stringMatching(new RegExp(`^${name} must `))]);
  });

  it('accepts the formats of the export, NDJSON by default', () => {
    expect(callExportQuerySchema.parse({}).format).toBe('ndjson');
    expect(callExportQuerySchema.parse({ format: 'csv' }).format).toBe('csv');
    expect(messagesOf(callExportQuerySchema, { format: 'xlsx' })).toEqual([['format', 'format must be ndjson or csv']]);
  });
});

describe('the order of a key', () => {
  it('accepts the feature alone, and null for absent fields', () => {
    expect(apiKeyRequestSchema.parse({ feature: 'recommender' })).toEqual({ feature: 'recommender' });
    expect(apiKeyRequestSchema.parse({ feature: 'call-events', label: null, expires_in: null })).toEqual({
      feature: 'call-events',
      label: null,
      expires_in: null,
    });
  });

  it('converts a lifetime to seconds and trims the label', () => {
    expect(apiKeyRequestSchema.parse({ feature: 'call-events', label: ' Dialler ', expires_in: '2h' })).toEqual({
      feature: 'call-events',
      label: 'Dialler',
      expires_in: 7200,
    });
  });

  it.each([
    [{}, 'feature is required'],
    [{ feature: 'orders' }, 'feature must be one of call-events, recommender, embed'],
    [{ feature: null }, 'feature must be one of call-events, recommender, embed'],
    [{ feature: 'call-events', label: 5 }, 'label must be a string'],
    [{ feature: 'call-events', label: '  ' }, 'label must not be empty'],
    [{ feature: 'call-events', label: 'x'.repeat(201) }, 'label must not be longer than 200 characters'],
    [{ feature: 'call-events', expires_in: 90 }, 'expires_in must be a length of time, such as 90d, 12h, 30m or 45s'],
    [{ feature: 'call-events', expires_in: '0d' }, 'expires_in must be a length of time, such as 90d, 12h, 30m or 45s'],
    [[], 'the body must be a JSON object'],
  ])('refuses %j: %s', (body, message) => {
    expect(apiKeyRequestSchema.safeParse(body).error?.issues).toMatchObject([{ message }]);
  });
});
