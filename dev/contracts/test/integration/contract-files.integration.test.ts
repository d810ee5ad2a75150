import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import language from '@usebruno/lang';
import type { PostmanRequest } from '../../src/collections/postman.ts';
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

it('the socket reference names each type of a member that has several', async () => {
  const reference = (await createContractFiles(version))['socket-reference.md'];
  expect(reference).toContain('| `customer_id` | string or null, required |');
  expect(reference).toContain('| `size` | number or string, required |');
});

it.each(['call-events', 'recommender'])('Bruno reads the same requests of %s as Postman', async (service) => {
  const files = await createContractFiles(version);
  const { item } = JSON.parse(files[`collections/${service}.postman_collection.json`] ?? '');
  const ofPostman = item.flatMap((folder: { item: PostmanRequest[] }) =>
    folder.item.map(({ request }) => [
      request.method.toLowerCase(),
      `{{baseUrl}}/${request.url.path.join('/')}${queryOf(request)}`,
      request.body?.raw ?? '',
    ]),
  );
  const ofBruno = Object.entries(files)
    .filter(
      ([name]) =>
        name.startsWith(`collections/bruno/${service}/`) && /\.bru$/.test(name) && !name.includes('/environments/'),
    )
    .map(([, text]) => {
      const { http, body } = Object(language.bruToJsonV2(text));
      return [http.method, http.url, body?.json ?? ''];
    });
  expect(ofBruno.sort()).toEqual(ofPostman.sort());
});

function queryOf({ url: { query = [] } }: PostmanRequest['request']): string {
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return sent.length === 0 ? '' : `?${sent.join('&')}`;
}
