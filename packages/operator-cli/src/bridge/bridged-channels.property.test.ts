import { type AmiCall, eventsOf } from '@callside/dialler-adapters';
import fc from 'fast-check';
import { BridgedChannels } from './bridged-channels.ts';

/** What the agent's page shows after the events that the bridge posts, by the rules of the webhooks. */
interface Shown {
  number: string;
  onHold: boolean;
  isPaused: boolean;
}

function apply(shown: Shown | null, { event, customer = 'unavailable' }: AmiCall): Shown | null {
  if (event === 'call-started') {
    return shown?.number === customer ? shown : { number: customer, onHold: false, isPaused: false };
  }
  if (shown === null || event === 'call-ended') return null;
  if (event === 'hold-started' || event === 'hold-ended') return { ...shown, onHold: event === 'hold-started' };
  return { ...shown, isPaused: event === 'recording-paused' };
}

/** A call on one line of the agent's phone. The recording runs on the channel of the phone or of the trunk. */
interface Line {
  id: number;
  number: string;
  isHeld: boolean;
  pausedOn: Set<'phone' | 'trunk'>;
}

/** The phone of an agent with two lines, and the manager interface that reports it. */
class Phone {
  readonly #channels = new BridgedChannels();
  readonly lines: Line[] = [];
  shown: Shown | null = null;
  #calls = 0;

  get active(): Line | undefined {
    return this.lines.find(({ isHeld }) => !isHeld);
  }

  takeCall(number: string): void {
    if (this.lines.length === 2) return;
    this.#hold();
    this.#calls += 1;
    const line = { id: this.#calls, number, isHeld: false, pausedOn: new Set<'phone' | 'trunk'>() };
    this.lines.push(line);
    this.#say('BridgeEnter', line, 'phone');
    this.#say('BridgeEnter', line, 'trunk');
  }

  hangUp(line: Line): void {
    this.lines.splice(this.lines.indexOf(line), 1);
    for (const side of ['phone', 'trunk'] as const) {
      this.#say('BridgeLeave', line, side);
      this.#say('Hangup', line, side);
    }
  }

  switchHold(line: Line): void {
    const wasHeld = line.isHeld;
    this.#hold();
    if (!wasHeld) return;
    line.isHeld = false;
    this.#say('Unhold', line, 'phone');
  }

  switchPause(line: Line, side: 'phone' | 'trunk'): void {
    const wasPaused = line.pausedOn.delete(side);
    if (!wasPaused) line.pausedOn.add(side);
    this.#say('MixMonitorMute', line, side, { State: wasPaused ? '0' : '1' });
  }

  #hold(): void {
    const line = this.active;
    if (line === undefined) return;
    line.isHeld = true;
    this.#say('Hold', line, 'phone');
  }

  #say(event: string, { id, number }: Line, side: 'phone' | 'trunk', more: Record<string, string> = {}): void {
    const [own, other] = side === 'phone' ? ['1001', number] : [number, '1001'];
    const fields = {
      Event: event,
      Channel: side === 'phone' ? `PJSIP/1001-0000000${id}` : `PJSIP/trunk-0000000${id}`,
      Uniqueid: `${side}.${id}`,
      CallerIDNum: own,
      ConnectedLineNum: other,
      BridgeUniqueid: `bridge.${id}`,
      ...more,
    };
    for (const call of this.#channels.callsOf(new Map(Object.entries(fields)))) {
      for (const each of eventsOf(call.event, call.customer)) this.shown = apply(this.shown, { ...call, event: each });
    }
  }
}

const step = fc.tuple(fc.constantFrom('take', 'hang up', 'hold', 'pause phone', 'pause trunk'), fc.nat(1), fc.nat(2));
const numbers = ['<unknown>', '+14155550134', '+14155550135'];

it('the page shows the call that the agent speaks on, off hold and paused while its recording is, and none after the last', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const phone = new Phone();
      for (const [what, which, number] of steps) {
        const line = phone.lines[which];
        if (what === 'take') phone.takeCall(numbers[number] ?? '');
        else if (line === undefined) continue;
        else if (what === 'hang up') phone.hangUp(line);
        else if (what === 'hold') phone.switchHold(line);
        else phone.switchPause(line, what === 'pause phone' ? 'phone' : 'trunk');
        const { active, shown } = phone;
        if (phone.lines.length === 0) expect(shown).toBeNull();
        if (active === undefined) continue;
        const expected = active.number === '<unknown>' ? 'unavailable' : active.number;
        expect(shown).toMatchObject({ number: expected, onHold: false });
        if (active.pausedOn.size > 0) expect(shown).toMatchObject({ isPaused: true });
      }
    }),
  );
});
