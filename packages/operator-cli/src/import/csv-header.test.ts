import { readCsvHeader, toRecord } from './csv-header.ts';

const columns = { required: ['email', 'name'], optional: ['role'] };
const read = (...names: string[]) => readCsvHeader(names, columns, 'users.csv');

describe('readCsvHeader', () => {
  it('recognises known columns in any case and order, and keeps the names of others', () => {
    expect(read('Region', 'NAME', 'Email', 'Role')).toEqual(['Region', 'name', 'email', 'role']);
  });

  it('ignores columns without a name', () => {
    expect(read('', 'email', 'name', '')).toEqual([undefined, 'email', 'name', undefined]);
  });

  it('names every missing required column, and the optional ones', () => {
    expect(() => read('mail')).toThrow(
      expect.objectContaining({
        message: 'users.csv lacks the column email, name',
        hint: 'its first line must name the columns, separated by commas: email, name and perhaps role',
      }),
    );
  });

  it('refuses a duplicate column', () => {
    expect(() => read('email', 'name', 'EMAIL')).toThrow('users.csv names the column "email" twice');
  });
});

describe('toRecord', () => {
  it('ignores empty values and unnamed columns', () => {
    expect(toRecord(['email', undefined, 'name', 'role'], ['a@b.example', 'x', '', 'rep'])).toEqual({
      email: 'a@b.example',
      role: 'rep',
    });
  });

  it('treats any column name as data', () => {
    const record = toRecord(['__proto__', 'constructor'], ['one', 'two']);
    expect(Object.entries(record)).toEqual([
      ['__proto__', 'one'],
      ['constructor', 'two'],
    ]);
  });
});
