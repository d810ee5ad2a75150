import { QueryObserver } from '@tanstack/react-query';
import { PageQueries } from './page-queries.ts';

test.each([false, true])('what a change made old is read again (read before: %s)', async (wasRead) => {
  const queries = new PageQueries();
  const stored = ['old'];
  const answers: (() => void)[] = [];
  const read = () => {
    const found = [...stored];
    return new Promise<string[]>((resolve) => {
      answers.push(() => resolve(found));
    });
  };
  const observer = new QueryObserver(queries, { queryKey: ['keys'], queryFn: read });
  const end = observer.subscribe(() => undefined);
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer();
  };
  if (wasRead) {
    answerAll();
    await new Promise(setImmediate);
    void observer.refetch();
  }
  stored.push('new');
  const invalidated = queries.invalidateQueries({ queryKey: ['keys'] });
  await new Promise(setImmediate);
  answerAll();
  await invalidated;
  expect(observer.getCurrentResult().data).toEqual(['old', 'new']);
  end();
  queries.clear();
});
