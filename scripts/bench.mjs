import { runBenchProgram } from './lib/run-bench-program.mjs';
import { runMain } from './lib/run-main.mjs';

// Nothing but the benchmark's own failure makes it fail: it reports figures, it does not judge them.
await runMain(() => runBenchProgram('main.js'));
