import * as fakeTimers from '@sinonjs/fake-timers';
import { Microphone, type MicrophoneFrame } from './microphone.ts';
import type { Sound } from './sound-file.ts';

const sound: Sound = {
  frameCount: 3,
  frameBytes: 1,
  sampleRate: 50,
  channels: 1,
  read: (frame) => Uint8Array.of(frame),
  close: () => {},
};

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

function listen(isLooped: boolean) {
  const frames: MicrophoneFrame[] = [];
  const ends: number[] = [];
  const now = () => performance.now();
  const microphone = new Microphone({
    sound,
    isLooped,
    now,
    onFrame: (frame) => frames.push(frame),
    onEnd: () => ends.push(now()),
  });
  const startedAt = now();
  return { microphone, frames, ends, startedAt, heard: () => frames.map(({ bytes }) => bytes[0]) };
}

test('the microphone delivers a frame when it is complete, each 20 ms', () => {
  const { frames, startedAt } = listen(true);
  clock.tick(19);
  expect(frames).toHaveLength(0);
  clock.tick(21);
  expect(frames.map((frame) => [frame.startedAt - startedAt, frame.endedAt - startedAt])).toEqual([
    [0, 20],
    [20, 40],
  ]);
});

test('the microphone repeats the sound when it is looped', () => {
  const { heard } = listen(true);
  clock.tick(140);
  expect(heard()).toEqual([0, 1, 2, 0, 1, 2, 0]);
});

test('the microphone ends after the sound when it is played once', () => {
  const { heard, ends } = listen(false);
  clock.tick(500);
  expect(heard()).toEqual([0, 1, 2]);
  expect(ends).toHaveLength(1);
});

test('the microphone delivers nothing after stop', () => {
  const { heard, microphone } = listen(true);
  clock.tick(40);
  microphone.stop();
  clock.tick(500);
  expect(heard()).toEqual([0, 1]);
});

test('the microphone continues at the right position after a stall, with the frames that a sound card buffers', () => {
  const { frames, startedAt } = listen(true);
  const stalledAt = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => stalledAt + 5000);
  clock.tick(20);
  jest.restoreAllMocks();
  expect(frames).toHaveLength(50);
  expect(frames[0]?.startedAt).toBe(startedAt + 4000);
  expect(frames.at(-1)?.endedAt).toBe(startedAt + 5000);
});
