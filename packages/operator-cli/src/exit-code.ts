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
       an import whose rows were all rejected, a simulation that found something and the like print their outcome
  ${exitCodes.wrongUsage}    wrong usage
  ${exitCodes.badSetting}   a setting of the environment is missing or bad
  ${exitCodes.interrupted}  ended by Ctrl-C or SIGTERM: what an import had written until then is announced and counted`;
