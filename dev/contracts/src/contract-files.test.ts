import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContractFiles } from './contract-files.ts';

const root = path.join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const files = createContractFiles(version);

it('the generated files in docs/ are as `npm run contracts` writes them', () => {
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(path.join(root, 'docs', name), 'utf8')).toBe(text);
  }
});

it('the socket reference names each type of a member that has several', () => {
  expect(files['socket-reference.md']).toContain('| `customer_id` | string or null, required |');
  expect(files['socket-reference.md']).toContain('| `size` | number or string, required |');
});
