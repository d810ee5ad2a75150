import { describeError } from './describe-error.ts';
import { OperatorError } from './operator-error.ts';

const url = () => 'postgresql://somebody:secret@db.example:5433/callside';
const lineOf = (error: unknown, where = url) => {
  const { message, hint } = describeError(error, where);
  return hint === null ? message : `${message}; ${hint}`;
};
const failing = (code: string) => Object.assign(new Error('details of PostgreSQL'), { code });

describe('describeError', () => {
  it.each([
    [
      'ECONNREFUSED',
      'cannot reach PostgreSQL at db.example:5433; start it or check DATABASE_URL (`npm start` starts one for a trial)',
    ],
    ['28P01', 'PostgreSQL at db.example:5433 refuses the log-in; check DATABASE_URL'],
    ['3D000', 'PostgreSQL at db.example:5433 has no such database; create it or check DATABASE_URL'],
    ['42P01', 'the database lacks tables or columns; run `callside db migrate`'],
    [
      '42501',
      'PostgreSQL at db.example:5433: details of PostgreSQL; use the account that owns the tables in DATABASE_URL',
    ],
    ['25006', 'PostgreSQL at db.example:5433 is read-only; put the address of the primary into DATABASE_URL'],
    [
      '53300',
      'PostgreSQL at db.example:5433 accepts no more connections; end other connections or raise max_connections',
    ],
    ['53100', 'PostgreSQL at db.example:5433: details of PostgreSQL'],
    ['55P03', 'other work on the database has locked what this needs; try again when it has ended'],
    ['57014', 'the database took too long; try again when it is less busy'],
  ])('gives a hint for %s', (code, line) => expect(lineOf(failing(code))).toBe(line));

  it("gives the server's own error for an error of Prisma", () => {
    const failingInPrisma = (originalCode: string) => {
      const driverAdapterError = new Error('x', { cause: { originalCode, originalMessage: 'details of PostgreSQL' } });
      return Object.assign(new Error('Invalid invocation'), { code: 'P2010', meta: { driverAdapterError } });
    };
    expect(lineOf(failingInPrisma('42P01'))).toBe('the database lacks tables or columns; run `callside db migrate`');
    expect(lineOf(failingInPrisma('23514'))).toBe('unexpected error: details of PostgreSQL');
  });

  it('gives the reason why there is no TLS connection', () => {
    const cause = { kind: 'TlsConnectionError', reason: 'The server does not support SSL connections' };
    const meta = { driverAdapterError: new Error('x', { cause }) };
    const error = Object.assign(new Error('Invalid invocation'), { code: 'P1011', meta });
    expect(lineOf(error)).toBe(
      'no TLS connection to PostgreSQL at db.example:5433: The server does not support SSL connections; check sslmode in DATABASE_URL',
    );
  });

  it('says that the database took too long when a transaction of Prisma has expired', () => {
    const message =
      'Transaction already closed: A query cannot be executed on an expired transaction. The timeout was 5 ms.';
    const error = Object.assign(new Error(message), { code: 'P2028' });
    expect(lineOf(error)).toBe('the database took too long; try again when it is less busy');
  });

  it('finds a refused connection among several attempts', () => {
    const error = new AggregateError([failing('ECONNREFUSED'), failing('ECONNREFUSED')]);
    expect(lineOf(error)).toContain('cannot reach PostgreSQL at db.example:5433');
  });

  it('is one line for any message', () => {
    expect(lineOf(new OperatorError('one\n  two\r\nthree', { hint: 'do\nthis' }))).toBe('one two three; do this');
    expect(lineOf(new Error('one\ntwo'))).toBe('unexpected error: one two');
    expect(lineOf('thrown text')).toBe('unexpected error: thrown text');
  });

  it('reveals nothing of an unreadable database address', () => {
    const unreadable = () => 'secret';
    expect(lineOf(failing('ECONNREFUSED'), unreadable)).toContain('cannot reach PostgreSQL at its address');
  });
});
