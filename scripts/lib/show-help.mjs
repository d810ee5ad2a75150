import { StepFailed } from './run-step.mjs';

/** Prints the help when it is asked for, and refuses other arguments. Returns whether the script has nothing else to do. */
export function showHelp(help, [argument] = process.argv.slice(2)) {
  if (argument === undefined) return false;
  if (argument !== '--help' && argument !== '-h') throw new StepFailed(`unknown argument ${argument}\n\n${help}`);
  process.stdout.write(`${help}\n`);
  return true;
}
