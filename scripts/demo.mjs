import { runDemo } from './lib/run-demo.mjs';
import { runMain } from './lib/run-main.mjs';

// What the image of the demo starts: `npm start` of a project that is installed and built.
await runMain(runDemo);
