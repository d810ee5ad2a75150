import { readdirSync, readFileSync } from 'node:fs';

const directory = `${import.meta.dirname}/../../.github/workflows/`;

// An action has the rights of its job. Its tag can be moved to other code, a commit cannot.
it('each action of a workflow is pinned to a commit, beside its version', () => {
  const texts = readdirSync(directory).map((name) => readFileSync(directory + name, 'utf8'));
  const used = texts.flatMap((text) => [...text.matchAll(/^.*\buses: (.+)$/gm)].map(([, action]) => action ?? ''));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((action) => !/^(\.\/\S+|\S+@[0-9a-f]{40} # v[\d.]+)$/.test(action))).toEqual([]);
});
