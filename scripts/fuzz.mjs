import { runBenchProgram } from './lib/run-bench-program.mjs';
import { runMain } from './lib/run-main.mjs';

await runMain(() => runBenchProgram('fuzz'));
