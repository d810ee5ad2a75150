import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepContracts, refusalOfCurrent } from './kept-files.ts';

const root = path.join(import.meta.dirname, '../../..');
const published = path.join(root, 'docs/contracts');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

it('clients of the published contract keep working with this version', () => {
  // The text says what to do. It is thrown, because a comparison would shorten it.
  const refusal = refusalOfCurrent(published, version);
  if (refusal !== null) throw new Error(refusal);
});

describe('a kept contract', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'callside-contracts-'));
    keepContracts(directory, '1.4.0');
    file = path.join(directory, '1.4.0', 'recommender.openapi.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Adds an operation to the published version. */
  function publishMore(): void {
    const contract = JSON.parse(readFileSync(file, 'utf8'));
    contract.paths['/offers'] = contract.paths['/recommend'];
    writeFileSync(file, JSON.stringify(contract));
  }

  it('must not be broken by a later version of its line', () => {
    expect(refusalOfCurrent(directory, '1.5.0')).toBeNull();
    publishMore();
    expect(refusalOfCurrent(directory, '1.5.0')).toContain(
      'recommender.openapi.json, against 1.4.0: POST /offers: the operation is removed (breaks clients that use it).',
    );
  });

  it('may be broken by the next line, which is kept beside it', () => {
    publishMore();
    expect(refusalOfCurrent(directory, '2.0.0')).toBeNull();
    keepContracts(directory, '2.0.0');
    expect(readdirSync(directory)).toEqual(['1.4.0', '2.0.0']);
  });

  it('is not replaced by one that breaks it', () => {
    publishMore();
    const before = readFileSync(file, 'utf8');
    expect(() => keepContracts(directory, '1.4.0')).toThrow('POST /offers');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
