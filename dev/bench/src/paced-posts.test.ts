import { atPace } from './paced-posts.ts';

describe('posts at a steady pace', () => {
  it('all begin, and the error of one that fails meanwhile is reported at the end', async () => {
    const begun: number[] = [];
    const posts = atPace({ perSecond: 100, times: 5 }, async (count) => {
      begun.push(count);
      if (count === 0) throw new Error('an event was answered 503');
    });
    await expect(posts).rejects.toThrow('an event was answered 503');
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });
});
