import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { quietEnv, root } from './project.mjs';

/**
 * Arguments of Node for Jest; its workers get the options too. Most objects of a test file are unreachable after it, and are
 * collected cheaply while they are in the young generation.
 */
export const jestCommand = ['--max-semi-space-size=64', path.join(root, 'node_modules/jest/bin/jest.js')];

/** Runs Jest with its output on the terminal; resolves to its exit code and the counts of its tests. */
export async function runJest(args, { env = {}, reportFile, signal } = {}) {
  const child = spawn(process.execPath, [...jestCommand, '--json', `--outputFile=${reportFile}`, ...args], {
    cwd: root,
    env: { ...quietEnv, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const forward = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', forward);
  const code = await new Promise((resolve) => child.once('close', resolve));
  signal?.removeEventListener('abort', forward);
  return { code: code ?? 1, counts: await readCounts(reportFile, code) };
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
