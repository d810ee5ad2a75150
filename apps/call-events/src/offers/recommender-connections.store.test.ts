import { createSecretBox } from '@callside/auth';
import type { Query } from '@callside/database';
import { RecommenderConnectionStore } from './recommender-connections.store.ts';

const boxOf = (secret: string) => createSecretBox({ secrets: [secret] });
const box = boxOf('a secret of more than thirty-two characters');
const otherBox = boxOf('another secret of more than 32 characters');

test('a key that cannot be decrypted is reported once, and again when another one is set or it becomes unreadable again', async () => {
  let sealed = otherBox.seal('key 1');
  let nowMs = 0;
  const reported: string[] = [];
  const store = new RecommenderConnectionStore({
    query: (async () => [
      { brand_id: 'acme', url: 'http://localhost', key_sealed: sealed, country: 'US' },
    ]) as unknown as Query,
    secretBox: box,
    fromEnvironment: null,
    now: () => nowMs,
    onUnreadable: (brandId) => reported.push(brandId),
  });
  const findLater = () => {
    nowMs += 2_000;
    return store.find('acme');
  };
  expect([await findLater(), await findLater(), await findLater()]).toEqual([null, null, null]);
  expect(reported).toEqual(['acme']);
  const unreadable = otherBox.seal('key 2');
  sealed = unreadable;
  await findLater();
  expect(reported).toHaveLength(2);
  sealed = box.seal('key 3');
  expect(await findLater()).toMatchObject({ apiKey: 'key 3' });
  sealed = unreadable;
  await findLater();
  expect(reported).toHaveLength(3);
});
