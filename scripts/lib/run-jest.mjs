import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Arguments of Node for Jest; its workers get the options too. Most objects of a test file are unreachable after it, and are
 * collected cheaply while they are in the young generation.
 */
export const jestCommand = ['--max-semi-space-size=64', path.join(root, 'node_modules/jest/bin/jest.js')];

/** Runs Jest with its output on the terminal; resolves to its exit code and, for each file, the counts of its tests. */
export async function runJest(args, { env, reportFile, signal }) {
  const code = await runProgram([...jestCommand, '--json', `--outputFile=${reportFile}`, ...args], { env, signal });
  return { code, files: await readFiles(reportFile, code) };
}

/** The sum for all files. */
export function countsOf(files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) for (const name in counts) counts[name] += file[name];
  return counts;
}

async function readFiles(reportFile, code) {
  const text = await readFile(reportFile, 'utf8').catch(() => null);
  if (text === null) return [{ name: null, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }];
  return JSON.parse(text).testResults.map(({ name, status, assertionResults }) => {
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    // A file that could not run has no tests to count; it counts as one failure.
    const isBroken = status === 'failed' && failed === 0;
    return { name, passed, failed: isBroken ? 1 : failed, skipped: assertionResults.length - passed - failed };
  });
}
