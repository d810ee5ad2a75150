type SimulationErrorCode = 'interrupted' | 'unavailable' | 'failed';

/** Why a simulation cannot begin or continue, for the person who runs it. */
export class SimulationError extends Error {
  override name = 'SimulationError';
  readonly code: SimulationErrorCode;
  /** What to do next, as part of a sentence. */
  readonly hint: string | null;

  constructor(message: string, { code = 'failed', hint }: { code?: SimulationErrorCode; hint?: string } = {}) {
    super(message);
    this.code = code;
    this.hint = hint ?? null;
  }
}
