import type { Settings } from '../env.ts';
import { type Finding, failed, ok } from './check.ts';

/** One finding for each setting with which a service would not start. */
export function checkSettings(settings: Settings): Finding[] {
  const { problems, settings: count } = settings.checkServices();
  const hint = 'correct it where the services get their environment, and restart them';
  if (problems.length > 0) return problems.map((problem) => failed('settings', problem, hint));
  return [ok('settings', `the ${count} settings of the services are valid or not set`)];
}
