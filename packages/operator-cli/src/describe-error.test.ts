import { describeError } from './describe-error.ts';
import { OperatorError } from './operator-error.ts';

const url = () => 'postgresql://somebody:secret@db.example:5433/callside';
const failing = (code: string) => Object.assign(new Error('details of PostgreSQL'), { code });

describe('describeError', () => {
  it.each([
    ['ECONNREFUSED', 'cannot reach PostgreSQL at db.example:5433; start it (`npm start` does) or check DATABASE_URL'],
    ['28P01', 'PostgreSQL at db.example:5433 refuses the log-in; check DATABASE_URL'],
    ['3D000', 'PostgreSQL at db.example:5433 has no such database; create it or check DATABASE_URL'],
    ['42P01', 'the database lacks tables or columns; run `callside db migrate`'],
    ['57014', 'the database took too long; try again when it is less busy'],
  ])('says what to do about %s', (code, line) => expect(describeError(failing(code), url)).toBe(line));

  it('finds a refused connection among those that were tried', () => {
    const error = new AggregateError([failing('ECONNREFUSED'), failing('ECONNREFUSED')]);
    expect(describeError(error, url)).toContain('cannot reach PostgreSQL at db.example:5433');
  });

  it('is one line, whatever the message holds', () => {
    expect(describeError(new OperatorError('one\n  two\r\nthree'), url)).toBe('one two three');
    expect(describeError(new Error('one\ntwo'), url)).toBe('unexpected error: one two');
    expect(describeError('thrown text', url)).toBe('unexpected error: thrown text');
  });

  it('says nothing of a database address that cannot be read', () => {
    const unreadable = () => 'secret';
    expect(describeError(failing('ECONNREFUSED'), unreadable)).toContain('cannot reach PostgreSQL at its address');
  });
});
