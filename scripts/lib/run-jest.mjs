import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Arguments of Node for Jest; its workers get the options too. Most objects of a test file are unreachable after it, and are
 * collected cheaply while they are in the young generation.
 */
export const jestCommand = ['--max-semi-space-size=64', path.join(root, 'node_modules/jest/bin/jest.js')];

/** Runs Jest with its output on the terminal; resolves to its exit code and the counts of its tests. */
export async function runJest(args, { env, reportFile, signal }) {
  const code = await runProgram([...jestCommand, '--json', `--outputFile=${reportFile}`, ...args], { env, signal });
  return { code, counts: await readCounts(reportFile, code) };
}

// A suite that could not run has no tests to count; it counts as one failure.
async function readCounts(reportFile, code) {
  const text = await readFile(reportFile, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  const report = JSON.parse(text);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
