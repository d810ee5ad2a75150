import type { AllowedChange } from './call-event.ts';
import type { Decision } from './call-state.ts';
import type { LiveCall } from './rep-state.ts';

/** What an event would do to a live call. */
export type LiveCallEffect = 'superseded' | 'ended' | 'hold' | 'recording';

/** Why an event is not recorded. */
export type ChangeRefusal = 'real call' | LiveCallEffect;

/** null: the event may be recorded. `call`: the live call before the event; `decision`: what the event would do. */
export function refuseChange(
  allowed: AllowedChange,
  { call, isTestCall, decision }: { call: LiveCall | null; isTestCall: boolean; decision: Decision },
): ChangeRefusal | null {
  if (call === null) return null;
  if (allowed.only === 'test calls') return isTestCall ? null : 'real call';
  const effect = effects[stepOf(decision)];
  return effect === null || call.reference === allowed.reference ? null : effect;
}

const effects = {
  none: null,
  superseded: 'superseded',
  ended: 'ended',
  'hold changed': 'hold',
  'recording changed': 'recording',
} as const;

function stepOf({ outcome, transitions }: Decision): keyof typeof effects {
  if (outcome === 'superseded') return 'superseded';
  const [first] = transitions;
  return first === undefined || first.step === 'started' ? 'none' : first.step;
}
