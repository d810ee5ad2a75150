import { lastTrainedAt } from './last-trained.ts';

const unreadable = { objective: null, trained_at: null };
const imported = { objective: 'imported', trained_at: '2026-11-22T18:00:00.000Z' };
const trained = { objective: 'lambdarank', trained_at: '2026-11-21T18:00:00.000Z' };
const older = { objective: 'lambdarank', trained_at: '2026-11-20T18:00:00.000Z' };

test.each([
  ['the newest one that was trained', [trained, older], trained.trained_at],
  ['the one before an imported model', [imported, trained], trained.trained_at],
  ['the one before a model whose card cannot be read', [unreadable, trained], trained.trained_at],
  ['none if no other model is stored', [unreadable, imported], null],
])('the last training is %s', (_what, models, at) => {
  expect(lastTrainedAt(models)).toBe(at);
});
