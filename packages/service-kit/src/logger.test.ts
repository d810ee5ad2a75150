import { createLogger } from './logger.ts';

function capture(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({
    service: 'call-events',
    level,
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  return { logger, lines };
}

describe('createLogger', () => {
  it('writes JSON lines with the name of the level, the service and an ISO time', () => {
    const { logger, lines } = capture();
    logger.info({ port: 4100 }, 'listening');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service: 'call-events',
        port: 4100,
        msg: 'listening',
      },
    ]);
  });

  it('omits lines below its level', () => {
    const { logger, lines } = capture('warn');
    logger.info('quiet');
    logger.warn('loud');
    expect(lines).toMatchObject([{ msg: 'loud' }]);
  });

  it.each([
    'x-api-key',
    'X-API-Key',
    'apiKey',
    'api_key',
    'key',
    'Authorization',
    'token',
    'accessToken',
    'session_secret',
    'cookie',
    'set-cookie',
    'password',
  ])('censors %s at any level', (name) => {
    const { logger, lines } = capture();
    logger.info(
      { [name]: 'hunter2', request: { headers: { [name]: 'hunter2' } }, list: [{ [name]: ['hunter2'] }] },
      'x',
    );
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toMatchObject({ [name]: '[redacted]', request: { headers: { [name]: '[redacted]' } } });
  });

  it('does not change other fields and the logged object', () => {
    const { logger, lines } = capture();
    const fields = { key_id: 'k1', outcome: { duplicate: false }, at: new Date(0), token: 'hunter2', nothing: null };
    logger.info(fields, 'x');
    expect(lines).toMatchObject([
      { key_id: 'k1', outcome: { duplicate: false }, at: '1970-01-01T00:00:00.000Z', nothing: null },
    ]);
    expect(fields.token).toBe('hunter2');
  });

  it('logs message, code and causes of an error, not the rows that it failed on', () => {
    const { logger, lines } = capture();
    const cause = new Error('the socket closed');
    const error = Object.assign(new Error('duplicate key', { cause }), {
      code: '23505',
      constraint: 'users_key',
      detail: 'Key (email)=(rep@example.com) already exists.',
      parameters: ['rep@example.com'],
    });
    logger.error({ err: error }, 'failed');
    expect(lines).toMatchObject([{ err: { type: 'Error', code: '23505', constraint: 'users_key' } }]);
    expect(JSON.stringify(lines)).toContain('the socket closed');
    expect(JSON.stringify(lines)).not.toContain('rep@example.com');
  });

  it.each(['text', 5, null, undefined, Object.create(null), { a: 1 }])('handles %p instead of an error', (thrown) => {
    const { logger, lines } = capture();
    logger.error({ err: thrown }, 'failed');
    expect(lines).toMatchObject([{ level: 'error', msg: 'failed' }]);
  });

  it('handles circular objects', () => {
    const { logger, lines } = capture();
    const fields: Record<string, unknown> = { token: 'hunter2' };
    fields.self = fields;
    logger.info(fields, 'x');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});
