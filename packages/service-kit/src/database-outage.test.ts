import { isDatabaseOutage } from './database-outage.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isDatabaseOutage', () => {
  it.each([
    '57P01',
    '57P02',
    '57P03',
    '53100',
    '53200',
    '53300',
    '57014',
    '58030',
    '08000',
    '08006',
    '08P01',
    '25006',
    '28P01',
    '3D000',
  ])('recognises SQLSTATE %s', (code) => expect(isDatabaseOutage(withCode(code))).toBe(true));

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])(
    'recognises the socket error %s',
    (code) => expect(isDatabaseOutage(withCode(code))).toBe(true),
  );

  it.each(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])('recognises the Prisma error %s', (code) =>
    expect(isDatabaseOutage(withCode(code))).toBe(true),
  );

  it('recognises a Prisma client that could not initialise by its name or errorCode', () => {
    const named = new Error('x');
    named.name = 'PrismaClientInitializationError';
    expect(isDatabaseOutage(named)).toBe(true);
    expect(isDatabaseOutage(Object.assign(new Error('x'), { errorCode: 'P1001' }))).toBe(true);
  });

  it("recognises the errors of Prisma's driver adapter", () => {
    const adapterError = new Error('DatabaseNotReachable', { cause: { kind: 'DatabaseNotReachable', host: 'h' } });
    expect(isDatabaseOutage(adapterError)).toBe(true);
    const shutDown = new Error('x', { cause: { kind: 'postgres', originalCode: '57P01' } });
    expect(isDatabaseOutage(shutDown)).toBe(true);
    expect(isDatabaseOutage(Object.assign(withCode('P2010'), { meta: { driverAdapterError: shutDown } }))).toBe(true);
  });

  it.each([
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('recognises the plain error "%s" of pg', (message) => expect(isDatabaseOutage(new Error(message))).toBe(true));

  it('finds it in the causes of other errors', () => {
    expect(isDatabaseOutage(new Error('saving failed', { cause: withCode('ECONNRESET') }))).toBe(true);
    expect(isDatabaseOutage(new AggregateError([new Error('a'), withCode('ECONNREFUSED')]))).toBe(true);
  });

  it('handles errors that are their own cause', () => {
    const error = new Error('x');
    error.cause = error;
    expect(isDatabaseOutage(error)).toBe(false);
  });

  it.each([
    withCode('23505'),
    withCode('P2002'),
    withCode('22P02'),
    new Error('x'),
    'ECONNREFUSED',
    null,
    undefined,
    57014,
  ])('does not recognise %p', (error) => expect(isDatabaseOutage(error)).toBe(false));
});
