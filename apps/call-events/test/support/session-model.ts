// The specification of one transcription session with several companions and servers. The model has neither a lease store
// nor a database: there is one lease, and time advances in steps.

export const terms = { leaseMs: 155_000, orphanMs: 125_000 };
const refreshPauseMs = 10_000;

/** The servers that companions are connected to. */
export const serverOf = [0, 0, 1, 2] as const;
export type CompanionNumber = 0 | 1 | 2 | 3;

export type Step =
  | { do: 'open' | 'resume' | 'close' | 'frame' | 'disconnect'; companion: CompanionNumber }
  | { do: 'chunk'; companion: CompanionNumber; sequence: number }
  | { do: 'elapse'; ms: number }
  | { do: 'sweep'; server: number }
  | { do: 'end' | 'forget and restore' };

export type Answer = 'held' | 'closed' | 'not_producer' | 'stored' | 'duplicate' | null;

interface Hold {
  triedAt: number;
}

export interface SessionModel {
  now: number;
  /** The owner of the lease, even after it expired; null once the session is closed. */
  owner: Hold | null;
  leaseUntil: number;
  isOrphan: boolean;
  isFinalized: boolean;
  /** Identifies the last change of the end; null: not set yet. */
  end: object | null;
  isEndReported: boolean;
  chunks: ReadonlySet<number>;
  /** The leases that companions hold according to their servers. */
  holds: ReadonlyMap<CompanionNumber, Hold>;
}

export function opened(companion: CompanionNumber): SessionModel {
  const empty: SessionModel = {
    now: 0,
    owner: null,
    leaseUntil: 0,
    isOrphan: false,
    isFinalized: false,
    end: null,
    isEndReported: false,
    chunks: new Set(),
    holds: new Map(),
  };
  return take(empty, companion);
}

function isLeaseThere({ leaseUntil, now }: SessionModel): boolean {
  return leaseUntil > now;
}

export function isLive(model: SessionModel): boolean {
  return !model.isFinalized && isLeaseThere(model);
}

export function next(model: SessionModel, step: Step): [SessionModel, Answer] {
  switch (step.do) {
    case 'open':
    case 'resume':
      return [take(model, step.companion), 'held'];
    case 'frame':
      return [frame(model, step.companion), null];
    case 'disconnect':
      return [leave(model, step.companion), null];
    case 'close':
      return close(model, step.companion);
    case 'chunk':
      return store(model, step.sequence);
    case 'elapse':
      return [{ ...model, now: model.now + step.ms }, null];
    case 'end':
      return [model.isEndReported ? model : { ...model, isEndReported: true, end: {} }, null];
    case 'sweep':
      return [isLeaseThere(model) ? model : finalize(model), null];
    case 'forget and restore':
      // PostgreSQL also stores whether the lease is an orphan.
      return [model, null];
  }
}

function take(model: SessionModel, companion: CompanionNumber): SessionModel {
  const hold = { triedAt: model.now };
  return {
    ...model,
    owner: hold,
    leaseUntil: model.now + terms.leaseMs,
    isOrphan: false,
    isFinalized: false,
    holds: new Map(model.holds).set(companion, hold),
  };
}

function without({ holds }: SessionModel, companion: CompanionNumber): SessionModel['holds'] {
  return new Map([...holds].filter(([one]) => one !== companion));
}

function frame(model: SessionModel, companion: CompanionNumber): SessionModel {
  const hold = model.holds.get(companion);
  if (hold === undefined || model.now - hold.triedAt < refreshPauseMs) return model;
  if (hold !== model.owner) return { ...model, holds: without(model, companion) };
  return take(model, companion);
}

function leave(model: SessionModel, companion: CompanionNumber): SessionModel {
  const left = { ...model, holds: without(model, companion) };
  if (model.owner === null || model.holds.get(companion) !== model.owner || !isLive(model)) return left;
  return { ...left, isOrphan: true, leaseUntil: model.now + terms.orphanMs };
}

function close(model: SessionModel, companion: CompanionNumber): [SessionModel, Answer] {
  const isOwner = model.owner !== null && model.holds.get(companion) === model.owner;
  if (!isOwner && isLive(model) && !model.isOrphan) return [model, 'not_producer'];
  const closed = { ...finalize(model), owner: null, leaseUntil: 0, isOrphan: false };
  return [{ ...closed, holds: without(model, companion) }, 'closed'];
}

function finalize(model: SessionModel): SessionModel {
  return model.isFinalized ? model : { ...model, isFinalized: true, end: model.end ?? {} };
}

function store(model: SessionModel, sequence: number): [SessionModel, Answer] {
  if (model.chunks.has(sequence)) return [model, 'duplicate'];
  const stored = { ...model, chunks: new Set(model.chunks).add(sequence) };
  const moves = !model.isEndReported && !model.isFinalized;
  return [moves ? { ...stored, end: {} } : stored, 'stored'];
}
