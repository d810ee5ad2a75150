import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSettings } from './env.ts';

describe('the article types with a size gate', () => {
  const directory = mkdtempSync(join(tmpdir(), 'callside-settings-'));
  const file = join(directory, 'sized-article-types');
  const localFile = join(directory, 'local.env');
  writeFileSync(file, 'ring, anklet\n');
  writeFileSync(localFile, 'DATABASE_URL=postgresql://localhost/callside\n');
  afterAll(() => rmSync(directory, { recursive: true }));

  const ofServer = { DATABASE_URL: 'postgresql://localhost/callside' };

  it.each([
    [{}, ['ring', 'bracelet', 'bangle']],
    [{ SIZED_ARTICLE_TYPES: 'ring, anklet' }, ['ring', 'anklet']],
    [{ SIZED_ARTICLE_TYPES_FILE: file }, ['ring', 'anklet']],
    [{ SIZED_ARTICLE_TYPES: '' }, []],
  ])('are with %j those that the recommender reads, also beside the settings of npm start', (set, types) => {
    expect(createSettings({ environment: { ...ofServer, ...set } }).sizedArticleTypes()).toEqual(types);
    expect(createSettings({ environment: set, localFile }).sizedArticleTypes()).toEqual(types);
  });
});
