// Packages that ship ES modules only; Jest runs CommonJS. Read against pnpm's node_modules/.pnpm/<name>@<version>/ layout.
const modulesOnly = ['jose', 'oauth4webapi', 'openid-client', '@prisma\\+client'];

const transform = {
  '\\.[cm]?[jt]s$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
    },
  ],
};

const notOurs = ['<rootDir>/(apps/|packages/|dev/)?[^/]+/dist/', '<rootDir>/\\.data/'];

// Globals that each test file gets as parameters. A look-up in a sandbox's global object takes about a hundred times as long.
// Left out: names that modules declare themselves (Buffer, URL), and those that fake timers replace (Date, setTimeout).
const sandboxInjectedGlobals = [
  'Array',
  'ArrayBuffer',
  'BigInt',
  'Boolean',
  'DataView',
  'Error',
  'Float32Array',
  'Float64Array',
  'Int32Array',
  'Intl',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'TypeError',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'WeakMap',
  'WeakSet',
  'isFinite',
  'isNaN',
];

const discovery = {
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: notOurs,
  testPathIgnorePatterns: ['/node_modules/', ...notOurs],
};

export default {
  // For two processors: integration tests also wait for their servers.
  maxWorkers: 4,
  // Jest keeps memory of every test file; large heaps slow down what runs later.
  workerIdleMemoryLimit: '1GB',
  // For tests that hang: on a busy machine a test that passes takes many times as long.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/scripts/lib/longest-first.cjs',
  projects: [
    {
      ...discovery,
      displayName: 'unit',
      testMatch: ['<rootDir>/**/src/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...discovery.testPathIgnorePatterns, '\\.integration\\.test\\.ts$'],
      runner: '<rootDir>/scripts/lib/unit-test-runner.mjs',
      setupFiles: ['<rootDir>/scripts/lib/load-typescript.mjs'],
    },
    {
      ...discovery,
      displayName: 'integration',
      testMatch: ['<rootDir>/**/*.integration.test.ts', '<rootDir>/dev/e2e/**/*.test.ts'],
      sandboxInjectedGlobals,
      testEnvironment: '<rootDir>/scripts/lib/test-environment.cjs',
      // Sources of the workspace packages instead of their dist.
      testEnvironmentOptions: { customExportConditions: ['callside-source', 'node', 'node-addons'] },
      transform,
      transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${modulesOnly.join('|')})@)`],
      // Zod loads its messages in fifty languages into every test file; ours are in English.
      moduleNameMapper: { '^\\.\\./locales/index\\.cjs$': '<rootDir>/scripts/lib/no-locales.cjs' },
    },
  ],
};
