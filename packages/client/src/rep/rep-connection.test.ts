import { callEvent, callState, callView } from '@callside/schemas/testing';
import { FakeRepSocket } from '../../test/support/fake-rep-socket.ts';
import { HeldPage } from '../../test/support/held-page.ts';
import { StandingClock } from '../../test/support/standing-clock.ts';
import { RepConnection, type RepSignal } from '../index.ts';

const idle = callState(3, null);
const confirmed = { paused: true, sequence: 1000, state: 'confirmed' } as const;
const paused = callState(4, callView({ recording_paused: true }), confirmed);

let clock: StandingClock;
let socket: FakeRepSocket;
let connection: RepConnection;
let signals: RepSignal[];
/** The recording state in each call of onChange. */
let changes: unknown[];

beforeEach(() => {
  clock = new StandingClock();
});
afterEach(() => {
  connection.stop();
  clock.uninstall();
});

function connect(state = paused): void {
  socket = new FakeRepSocket(() => socket.emit('call.state', state));
  signals = [];
  changes = [];
  connection = new RepConnection({
    token: 'a-token',
    socket: socket.asSocket,
    page: new HeldPage(),
    onSignal: (signal) => signals.push(signal),
    onChange: ({ recording }) => changes.push(recording?.state),
  });
  connection.start();
}

const alive = () => socket.emit('alive', { at: new Date().toISOString() });
const shown = () => connection.view.recording?.state;
const seconds = (count: number) => clock.tick(count * 1000);

describe('the recording state of a live call', () => {
  test('is unknown 5 s after the last alive, with no confirmation time, until the next one', () => {
    connect();
    seconds(4);
    alive();
    seconds(4.9);
    expect(shown()).toBe('confirmed');
    seconds(0.1);
    expect(connection.view).toMatchObject({ link: 'live', recording: { state: 'unknown', confirmedAt: null } });
    seconds(60);
    alive();
    expect(shown()).toBe('confirmed');
    expect(signals.map(({ type }) => type).filter((type) => type !== 'message received')).toEqual([
      'link',
      'call.state',
      'silent',
      'alive',
    ]);
  });

  test('is not kept known by other messages, not even by a confirmation', () => {
    connect();
    for (let count = 0; count < 6; count += 1) {
      seconds(1);
      socket.emit('recording.confirmation', { sequence: 1000, paused: true, confirmed_at: new Date().toISOString() });
      socket.emit('call.event', callEvent('hold-started', callState(5 + count, paused.call, confirmed)));
    }
    expect(shown()).toBe('unknown');
  });

  test('becomes known again with a whole state', () => {
    connect();
    seconds(5);
    socket.emit('call.state', paused);
    expect(shown()).toBe('confirmed');
  });

  test('counts from the message that made the call live', () => {
    connect(idle);
    seconds(60);
    expect(signals.map(({ type }) => type)).not.toContain('silent');
    socket.emit('call.event', callEvent('call-started', paused));
    seconds(4.9);
    expect(shown()).toBe('confirmed');
    seconds(0.1);
    expect(shown()).toBe('unknown');
    socket.emit('call.event', callEvent('call-ended', callState(5, null, confirmed)));
    socket.emit('call.event', callEvent('call-started', callState(6, paused.call, confirmed)));
    expect(shown()).toBe('confirmed');
  });

  test('is unknown after the page stood still, before anything that waited is shown', () => {
    connect();
    clock.standStill(60_000);
    socket.emit('call.event', callEvent('hold-started', callState(5, paused.call, confirmed)));
    alive();
    expect(shown()).toBe('unknown');
    seconds(1);
    alive();
    expect(shown()).toBe('confirmed');
  });

  test('is unknown when a call begins with messages that waited while the page stood still, and reported once', () => {
    connect(idle);
    changes = [];
    clock.standStill(60_000);
    socket.emit('call.event', callEvent('call-started', paused));
    alive();
    expect(shown()).toBe('unknown');
    seconds(1);
    alive();
    expect(changes).toEqual(['unknown', 'confirmed']);
  });

  test('is unknown when another call begins with such messages', () => {
    connect();
    clock.standStill(60_000);
    socket.emit('call.event', callEvent('call-ended', callState(5, null, confirmed)));
    socket.emit('call.event', callEvent('call-started', callState(6, paused.call, confirmed)));
    alive();
    expect(shown()).toBe('unknown');
    seconds(1);
    alive();
    expect(shown()).toBe('confirmed');
  });

  test('is known at once on a new connection after the page stood still', () => {
    connect();
    clock.standStill(60_000);
    expect(shown()).toBe('unknown');
    socket.lose();
    socket.connect();
    expect(shown()).toBe('confirmed');
  });

  test('is unknown when it is read after the page stood still, before any timer', () => {
    connect();
    clock.standStill(60_000);
    expect(shown()).toBe('unknown');
  });

  test('is unknown without a connection, and after stop', () => {
    connect();
    socket.lose();
    expect(shown()).toBe('unknown');
    socket.connect();
    expect(shown()).toBe('confirmed');
    connection.stop();
    expect(shown()).toBe('unknown');
  });
});

describe('the position', () => {
  const event = (position: number | undefined, version: number) =>
    socket.emit(
      'call.event',
      callEvent('hold-started', callState(version, paused.call), position === undefined ? {} : { position }),
    );
  const versions = () =>
    signals.flatMap((signal) => (signal.type === 'call.event' ? [signal.message.state.version] : []));

  test('drops an event that the tab has, also as a signal', () => {
    connect();
    event(5, 5);
    event(5, 6);
    event(4, 7);
    event(6, 8);
    expect(versions()).toEqual([5, 8]);
    expect(connection.view).toMatchObject({ position: 6, version: 8 });
  });

  test('of a whole state replaces that of the tab, also with a lower one', () => {
    connect();
    event(9, 9);
    socket.emit('call.state', { ...callState(10, paused.call), position: 7 });
    event(8, 11);
    expect(versions()).toEqual([9, 11]);
    socket.lose();
    expect(connection.view.position).toBeNull();
    socket.connect();
    expect(connection.view.position).toBe(paused.position);
  });

  test('is shared by an end and the start that caused it', () => {
    connect();
    socket.emit(
      'call.event',
      callEvent('call-ended', callState(5, null), { position: 5, end_reason: 'superseded', event_id: null }),
    );
    socket.emit('call.event', callEvent('call-started', callState(6, callView()), { position: 5 }));
    expect(versions()).toEqual([5, 6]);
    expect(connection.view.position).toBe(5);
  });

  test('is absent on a recording state that is delivered again, which is taken', () => {
    connect();
    event(5, 5);
    event(undefined, 5);
    expect(versions()).toEqual([5, 5]);
    expect(connection.view.position).toBe(5);
  });
});
