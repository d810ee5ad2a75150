import type { ChainedEvent, ChainedReport, PauseEvidence } from '@callside/schemas';
import fc from 'fast-check';
import { chainStart, digestOf, eventDigest, findBrokenEntry, headOf, mergeChains } from './evidence-chain.ts';

type Step =
  | { type: 'event'; kind: ChainedEvent['kind']; between: boolean }
  | { type: 'report'; kind: ChainedReport['kind'] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('event' as const),
    kind: fc.constantFrom('call-started', 'recording-paused', 'recording-resumed', 'call-ended'),
    between: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('report' as const),
    kind: fc.constantFrom('acknowledged', 'recording.saved', 'recording.failed'),
  }),
);

const start: Step = { type: 'event', kind: 'call-started', between: false };
const history = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => [start, ...steps]),
  first: fc.integer({ min: 1, max: 1_000 }),
  emptied: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
});

/** The first event and the last are of the call. */
function isBetween(steps: readonly Step[], index: number): boolean {
  const each = steps[index];
  const others = [steps.slice(0, index), steps.slice(index + 1)];
  return each?.type === 'event' && each.between && others.every((side) => side.some(({ type }) => type === 'event'));
}

/** As the service writes and exports it. */
function exportOf({ steps, first, emptied }: { steps: Step[]; first: number; emptied: boolean[] }): PauseEvidence {
  const events: ChainedEvent[] = [];
  const reports: ChainedReport[] = [];
  const previous = first === 1 ? chainStart : digestOf(chainStart, ['before']);
  for (const [index, { type, kind }] of steps.entries()) {
    const at = new Date(Date.UTC(2026, 10, 28, 12, 0, index)).toISOString();
    if (type === 'event') {
      const position = first + events.length;
      const applied = !isBetween(steps, index);
      const fields = {
        ...{ position, at, kind, applied, sequence: index + 1, occurred_at: at },
        personal: digestOf(kind, [index]),
      };
      const personal_state = emptied[index] ? ('emptied' as const) : ('kept' as const);
      events.push({ ...fields, digest: eventDigest(events.at(-1)?.digest ?? previous, fields), personal_state });
    } else {
      const number = reports.length + 1;
      const digest = digestOf(reports.at(-1)?.digest ?? chainStart, [number, at, kind, index + 1, 'companion']);
      reports.push({ position: null, at, kind, sequence: index + 1, companion: 'companion', digest, number });
    }
  }
  const own = events.filter(({ applied }) => applied);
  return {
    call_reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
    entries: mergeChains(own, reports),
    gaps: [],
    head: headOf(own, reports),
    previous,
    between: events.filter(({ applied }) => !applied),
  };
}

const copy = (evidence: PauseEvidence) => structuredClone(evidence);

test('what the service wrote is whole, also where personal parts were emptied', () => {
  fc.assert(fc.property(history, (written) => expect(findBrokenEntry(exportOf(written))).toBeNull()));
});

const changes: Record<string, unknown> = {
  position: 4_711,
  at: '2026-11-28T11:59:59.000Z',
  kind: 'hold-started',
  applied: 'no',
  sequence: 99,
  digest: 'f'.repeat(64),
  occurred_at: '2026-11-28T11:59:59.000Z',
  recording_by: 'nobody',
  opened_paused: true,
  personal: 'f'.repeat(64),
  personal_state: 'altered',
  companion: 'another',
  number: 4_711,
};

/** Of an event without them. */
const absent = new Set(['recording_by', 'opened_paused']);

test('every changed field of an entry is found, there or at the next one', () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.nat(), (written, at, which) => {
      const evidence = copy(exportOf(written));
      const index = at % evidence.entries.length;
      const entry = evidence.entries[index] as Record<string, unknown>;
      const isReport = entry.position === null;
      const fields = Object.keys(changes).filter((field) => field in entry || (absent.has(field) && !isReport));
      const field = fields[which % fields.length] ?? 'at';
      entry[field] =
        isReport && field === 'kind' && entry.kind === 'recording.saved' ? 'recording.failed' : changes[field];
      if (isReport && field === 'position') return;
      expect(findBrokenEntry(evidence)).not.toBeNull();
    }),
  );
});

test('a removed entry, an added one and two in another order are found', () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.nat(), (written, one, other) => {
      const whole = exportOf(written);
      const removed = copy(whole);
      removed.entries.splice(one % whole.entries.length, 1);
      expect(findBrokenEntry(removed)).not.toBeNull();

      const doubled = copy(whole);
      doubled.entries.splice(
        one % whole.entries.length,
        0,
        ...doubled.entries.slice(other % whole.entries.length).slice(0, 1),
      );
      expect(findBrokenEntry(doubled)).not.toBeNull();

      const [from, to] = [one % whole.entries.length, other % whole.entries.length];
      fc.pre(from !== to);
      const moved = copy(whole);
      moved.entries.splice(to, 0, ...moved.entries.splice(from, 1));
      expect(findBrokenEntry(moved)).not.toBeNull();
    }),
  );
});

test('an event between that was removed is found, and a changed head', () => {
  fc.assert(
    fc.property(history, (written) => {
      const evidence = copy(exportOf(written));
      expect(findBrokenEntry({ ...evidence, head: 'f'.repeat(64) })).toMatchObject({ kind: 'head' });
      fc.pre(evidence.between.length > 0);
      expect(findBrokenEntry({ ...evidence, between: evidence.between.slice(1) })).not.toBeNull();
    }),
  );
});

test('a file without the beginning of the call is not whole, whatever it says comes before', () => {
  fc.assert(
    fc.property(history, (written) => {
      const { entries, previous, ...rest } = copy(exportOf(written));
      const start = entries.findIndex(({ position }) => position !== null);
      const after = entries[start]?.digest ?? previous;
      const left = entries.toSpliced(start, 1);
      fc.pre(left.find(({ position }) => position !== null)?.kind !== 'call-started');
      expect(findBrokenEntry({ ...rest, previous: after, entries: left })).toMatchObject({ kind: 'call-started' });
      expect(findBrokenEntry({ ...rest, previous, entries: [] })).toMatchObject({ kind: 'call-started' });
    }),
  );
});

test('the first broken entry is named', () => {
  const written = exportOf({
    steps: ['call-started', 'recording-paused', 'recording-resumed', 'call-ended'].map((kind) => ({
      type: 'event',
      kind: kind as ChainedEvent['kind'],
      between: false,
    })),
    first: 5,
    emptied: [],
  });
  const changed = copy(written);
  (changed.entries[2] as ChainedEvent).at = changed.entries[1]?.at ?? '';
  expect(findBrokenEntry(changed)).toMatchObject({ index: 2, position: 7, kind: 'recording-resumed' });
  const cut = { ...written, entries: written.entries.filter(({ position }) => position !== 6) };
  expect(findBrokenEntry(cut)).toMatchObject({ index: 1, position: 7, problem: 'position 6 is missing before it' });
});

test('an event that was moved between those of the call and the others is found', () => {
  fc.assert(
    fc.property(history, fc.nat(), (written, at) => {
      const evidence = copy(exportOf(written));
      const events = evidence.entries.filter((entry) => entry.position !== null);
      fc.pre(events.length > 2);
      const moved = events[1 + (at % (events.length - 2))] as ChainedEvent;
      const entries = evidence.entries.filter((entry) => entry !== moved);
      const between = [...evidence.between, moved].sort((one, other) => one.position - other.position);
      expect(findBrokenEntry({ ...evidence, entries, between })).toMatchObject({ position: moved.position });
    }),
  );
});
