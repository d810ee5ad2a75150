import type { ErrorCode } from './operator-error.ts';

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, badSetting: 78, interrupted: 130 } as const;

export function exitCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'usage':
      return exitCodes.wrongUsage;
    case 'setting':
      return exitCodes.badSetting;
    case 'interrupted':
      return exitCodes.interrupted;
    default:
      return exitCodes.failed;
  }
}

export const exitCodesHelp = `Exit codes:
  ${exitCodes.done}    done
  ${exitCodes.failed}    failed: one line on stderr says why, and --json prints {"error": {"code", "message", "hint"}};
       some commands also print their result, such as an import with only rejected rows
  ${exitCodes.wrongUsage}    wrong usage
  ${exitCodes.badSetting}   a setting of the environment is missing or bad
  ${exitCodes.interrupted}  ended by Ctrl-C or SIGTERM: an import prints the counts of what it has written, and notifies the services;
       commands that run until Ctrl-C, such as \`events tail\`, end with 0`;
