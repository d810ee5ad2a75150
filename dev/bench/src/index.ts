// What the fuzz tests and the fault harness share with the benchmark.

export { type BaseData, createBaseData } from './base-data.ts';
export { readBenchEnvironment } from './env.ts';
export { holdRow } from './held-row.ts';
export { importFile } from './offers/import-file.ts';
export { benchToday } from './offers/imported-shop.ts';
export { readCommandLine } from './read-command-line.ts';
export { Releases } from './releases.ts';
export { createServerStarts } from './servers.ts';
