import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFile } from './file-error.ts';
import { OperatorError } from './operator-error.ts';

const file = { path: '/nowhere/a.wav', option: '--frames' };

describe('withFile', () => {
  it('names the file of an error of the system', () => {
    expect(() => withFile(file, (path) => readFileSync(path))).toThrow(
      'cannot read /nowhere/a.wav (--frames): there is no such file',
    );
  });

  it('names the file when something is wrong with its content', () => {
    const work = () => {
      throw new OperatorError('it has no sound');
    };
    expect(() => withFile(file, work)).toThrow('cannot read /nowhere/a.wav (--frames): it has no sound');
  });

  it('names a file that is too large to be read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'callside-file-'));
    const path = join(directory, 'large');
    writeFileSync(path, '');
    truncateSync(path, 2 ** 32);
    expect(() => withFile({ path }, (name) => readFileSync(name))).toThrow(`cannot read ${path}: it is too large`);
    rmSync(directory, { recursive: true });
  });

  it.each([
    new TypeError('x is not a function'),
    Object.assign(new RangeError('out of range'), { code: 'ERR_OUT_OF_RANGE' }),
  ])('passes an error on that is not one of the file: %s', (defect) => {
    const work = () => {
      throw defect;
    };
    expect(() => withFile(file, work)).toThrow(defect);
  });
});
