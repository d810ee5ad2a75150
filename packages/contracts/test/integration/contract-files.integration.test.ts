import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createContractFiles } from '../../src/contract-files.ts';

const root = path.join(__dirname, '../../../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const docs = path.join(root, 'docs');

it('the generated files in docs/ are as `npm run contracts` writes them', async () => {
  for (const [name, text] of Object.entries(await createContractFiles(version))) {
    const file = path.join(docs, name);
    expect([name, existsSync(file) && readFileSync(file, 'utf8') === text]).toEqual([name, true]);
  }
});
