import { runBenchProgram } from './lib/run-bench-program.mjs';
import { runMain } from './lib/run-main.mjs';

// The exit code is non-zero only when the benchmark itself fails: it reports figures and has no limits for them.
await runMain(() => runBenchProgram('bench'));
