import { readCsvHeader, requireKnownColumns, toRecord } from './csv-header.ts';

const columns = { required: ['email', 'name'], optional: ['role'] };
const read = (...names: string[]) => readCsvHeader(names, columns, 'users.csv');

describe('readCsvHeader', () => {
  it('recognises known columns in any case and order, and keeps the names of others', () => {
    expect(read('Region', 'NAME', 'Email', 'Role')).toEqual(['Region', 'name', 'email', 'role']);
  });

  it('recognises a column whatever invisible characters are around its name', () => {
    expect(read('\uFEFFemail', 'na\u200Bme\u00A0', '\u200ERegion', '\u200B')).toEqual([
      'email',
      'name',
      'Region',
      undefined,
    ]);
    const map = new Map([['email', '\uFEFFMail']]);
    expect(readCsvHeader(['Mail', 'name'], { ...columns, map }, 'users.csv')).toEqual(['email', 'name']);
  });

  it('ignores columns without a name', () => {
    expect(read('', 'email', 'name', '')).toEqual([undefined, 'email', 'name', undefined]);
  });

  it('names every missing required column, and the optional ones', () => {
    expect(() => read('mail')).toThrow(
      expect.objectContaining({
        message: 'users.csv lacks the columns email, name',
        hint: 'its first line must name the columns: email, name and optionally role; it names mail; --map email=NAME reads a column of another name',
      }),
    );
  });

  it('takes a column of another name with a map, also instead of the column of that name', () => {
    const map = new Map([
      ['EMAIL', 'Mail Address'],
      ['team', 'Region'],
    ]);
    const header = readCsvHeader(['mail address', 'name', 'email', 'Region'], { ...columns, map }, 'users.csv');
    expect(header).toEqual(['email', 'name', undefined, 'team']);
  });

  it('names the columns that are there when the one of the map is not', () => {
    expect(() => readCsvHeader(['a', 'name'], { ...columns, map: new Map([['email', 'mail']]) }, 'users.csv')).toThrow(
      expect.objectContaining({
        message: 'users.csv lacks the column mail that the map names for email',
        hint: 'its columns are a, name',
      }),
    );
  });

  it('takes the first of two columns that the import does not know', () => {
    expect(read('note', 'email', 'name', 'note')).toEqual(['note', 'email', 'name', undefined]);
    const map = new Map([['team', 'note']]);
    expect(() => readCsvHeader(['note', 'email', 'name', 'note'], { ...columns, map }, 'users.csv')).toThrow(
      'users.csv names the column "team" twice',
    );
  });

  it('refuses a duplicate column', () => {
    expect(() => read('email', 'name', 'EMAIL')).toThrow('users.csv names the column "email" twice');
    expect(() => read('email', 'name\ra@b.example', 'Ann\r')).toThrow(
      'users.csv ends its lines with a carriage return alone',
    );
  });
});

describe('requireKnownColumns', () => {
  const map = new Map([
    ['NAME', 'Full name'],
    ['roll', 'Position'],
  ]);

  it('refuses a column that the import does not have, so that a wrong name is noticed', () => {
    expect(() => requireKnownColumns({ ...columns, isComplete: true, map })).toThrow(
      expect.objectContaining({
        message: 'the map names a column for roll, which this import does not have',
        hint: 'its columns are email, name, role',
      }),
    );
  });

  it('takes further columns when the import keeps them, and known ones in any case', () => {
    expect(() => requireKnownColumns({ ...columns, map })).not.toThrow();
    expect(() => requireKnownColumns({ ...columns, isComplete: true, map: new Map([['Role', 'x']]) })).not.toThrow();
  });
});

describe('toRecord', () => {
  it('ignores empty values and unnamed columns', () => {
    expect(toRecord(['email', undefined, 'name', 'role'], ['a@b.example', 'x', '', 'rep'], [])).toEqual({
      email: 'a@b.example',
      role: 'rep',
    });
  });

  it('treats any column name as data', () => {
    const record = toRecord(['__proto__', 'constructor'], ['one', 'two'], []);
    expect(Object.entries(record)).toEqual([
      ['__proto__', 'one'],
      ['constructor', 'two'],
    ]);
  });
});
