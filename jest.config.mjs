const notOurs = ['<rootDir>/(apps/|packages/|dev/)?[^/]+/dist/', '<rootDir>/\\.data/'];

const project = {
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: notOurs,
  testPathIgnorePatterns: ['/node_modules/', ...notOurs],
  runner: '<rootDir>/scripts/lib/plain-node-runner.mjs',
  setupFiles: ['<rootDir>/scripts/lib/load-typescript.mjs'],
  setupFilesAfterEnv: ['<rootDir>/scripts/lib/limit-tests.mjs'],
};

export default {
  // For two processors: integration tests also wait for their servers.
  maxWorkers: 4,
  testSequencer: '<rootDir>/scripts/lib/longest-first.cjs',
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: ['<rootDir>/**/src/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...project.testPathIgnorePatterns, '\\.integration\\.test\\.ts$'],
    },
    {
      ...project,
      displayName: 'integration',
      testMatch: ['<rootDir>/**/*.integration.test.ts', '<rootDir>/dev/e2e/**/*.test.ts'],
    },
  ],
};
