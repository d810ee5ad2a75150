import type { CallEventName } from '@callside/schemas';
import fc from 'fast-check';
import { eventOf, liveOf, newPlatformRep, step as stepOf } from '../../../test/support/platform-rep.ts';
import type { RepEvent } from '../../calls/rules/decide-rep-event.ts';
import { pauserAmong } from './platform-call.ts';

interface Line {
  platformCall: string;
  phoneNumber: string;
  isHeld: boolean;
  isPaused: boolean;
}

interface Clock {
  /** Which events have a time. */
  timed: 'all' | 'none' | 'all but ends';
  aheadMs: number;
}

/**
 * The phone of an agent with two lines. Its platform reports each event once, several of them at one time, and those of a call in order,
 * but its end may come before its start. An event that is delayed comes after later ones of the other call.
 */
class Phone {
  readonly #clock: Clock;
  readonly lines: Line[] = [];
  readonly #transferred: Line[] = [];
  readonly #underWay: { arrivesAt: number; event: RepEvent }[] = [];
  rep = newPlatformRep;
  /** Of the events that are reported from now on. */
  delayMs = 0;
  #now = Date.UTC(2026, 0, 1, 10);
  #calls = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get active(): Line | undefined {
    return this.lines.find(({ isHeld }) => !isHeld);
  }

  wait(ms: number): void {
    this.#now += ms;
  }

  takeCall(): void {
    this.#calls += 1;
    const phoneNumber = `+1415555010${this.#calls % 10}`;
    this.#connect({ platformCall: `five9:${this.#calls}`, phoneNumber, isHeld: false, isPaused: false });
  }

  takeBack(): void {
    const line = this.#transferred.pop();
    if (line) this.#connect({ ...line, isHeld: false, isPaused: false });
  }

  transfer(line: Line): void {
    this.hangUp(line);
    this.#transferred.push(line);
  }

  hangUp(line: Line): void {
    this.lines.splice(this.lines.indexOf(line), 1);
    this.#say('call-ended', line);
  }

  switchHold(line: Line): void {
    const wasHeld = line.isHeld;
    this.#holdActive();
    if (!wasHeld) return;
    line.isHeld = false;
    this.#say('call-started', line, { isOffHold: true });
    this.#say('hold-ended', line);
  }

  switchPause(line: Line): void {
    line.isPaused = !line.isPaused;
    this.#say(line.isPaused ? 'recording-paused' : 'recording-resumed', line);
  }

  #connect(line: Line): void {
    this.#holdActive();
    this.lines.push(line);
    this.#say('call-started', line);
  }

  #holdActive(): void {
    const line = this.active;
    if (line === undefined) return;
    line.isHeld = true;
    this.#say('hold-started', line);
  }

  #say(event: CallEventName, { platformCall, phoneNumber }: Line, { isOffHold = false } = {}): void {
    const { timed, aheadMs } = this.#clock;
    const hasTime = timed === 'all' || (timed === 'all but ends' && event !== 'call-ended');
    const occurredAt = hasTime ? new Date(this.#now + aheadMs) : null;
    const repEvent = eventOf(event, platformCall, { occurredAt, phoneNumber, isOffHold });
    const before = this.#underWay.filter(
      ({ event: sent }) =>
        sent.fromPlatform?.platformCall === platformCall && !(event === 'call-ended' && sent.event === 'call-started'),
    );
    const arrivesAt = Math.max(this.#now + this.delayMs, ...before.map((each) => each.arrivesAt));
    this.#underWay.push({ arrivesAt, event: repEvent });
  }

  /** Delivers what has arrived by now. */
  deliver(): void {
    this.#underWay.sort((a, b) => a.arrivesAt - b.arrivesAt);
    while ((this.#underWay[0]?.arrivesAt ?? Number.POSITIVE_INFINITY) <= this.#now) {
      const [first] = this.#underWay.splice(0, 1);
      if (first) this.rep = stepOf(this.rep, first.event, new Date(this.#now)).rep;
    }
  }
}

const actions = ['take', 'take back', 'transfer', 'hang up', 'hold', 'pause'] as const;
const step = fc.record({ action: fc.constantFrom(...actions), which: fc.nat(1), waitMs: fc.nat(1) });
const steps = fc.array(step, { maxLength: 16 });
const clocks = fc.record({
  timed: fc.constantFrom<Clock['timed'][]>('all', 'none', 'all but ends'),
  aheadMs: fc.constantFrom(0, -3_600_000, 3_600_000),
});

function act(phone: Phone, action: (typeof actions)[number], which: number): void {
  const line = phone.lines[which];
  if (action === 'take' || action === 'take back') {
    if (phone.lines.length < 2) action === 'take' ? phone.takeCall() : phone.takeBack();
  } else if (line === undefined) return;
  else if (action === 'transfer') phone.transfer(line);
  else if (action === 'hang up') phone.hangUp(line);
  else if (action === 'hold') phone.switchHold(line);
  else phone.switchPause(line);
}

test('the live call is the one that the agent speaks on, off hold and paused while its recording is, whatever the clock of the platform', () => {
  fc.assert(
    fc.property(clocks, steps, (clock, plan) => {
      const phone = new Phone(clock);
      for (const { action, which, waitMs } of plan) {
        phone.wait(waitMs);
        act(phone, action, which);
        phone.deliver();
        const { active, lines, rep } = phone;
        const { state, platformCalls } = rep;
        if (lines.length === 0) expect(state.call).toBeNull();
        if (active === undefined) continue;
        expect([liveOf(rep), state.onHold]).toEqual([active.platformCall, false]);
        if (active.isPaused) expect(state.recordingPaused).toBe(true);
        // A pause of the call on hold pauses the live one, and outlasts the call on hold.
        else if (pauserAmong(platformCalls, state) === undefined && lines.every(({ isPaused }) => !isPaused)) {
          expect(state.recordingPaused).toBe(false);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('the same after all events have arrived, if each has the time of the platform and those of one call come in order, but for an end before its start', () => {
  const delays = fc.constantFrom(0, 0, 0, 4, 15);
  const delayed = fc.array(fc.tuple(step, delays), { maxLength: 16 });
  fc.assert(
    fc.property(delayed, (plan) => {
      const phone = new Phone({ timed: 'all', aheadMs: 0 });
      for (const [{ action, which }, delayMs] of plan) {
        phone.delayMs = delayMs;
        phone.wait(1);
        act(phone, action, which);
        phone.deliver();
      }
      phone.wait(100);
      phone.deliver();
      const { active, lines, rep } = phone;
      if (lines.length === 0) expect(rep.state.call).toBeNull();
      if (active === undefined) return;
      expect(liveOf(rep)).toBe(active.platformCall);
      if (active.isPaused) expect(rep.state.recordingPaused).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
