import { withInterruption } from './interruption.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
});

const isInterruptedBy = (name: 'SIGINT' | 'SIGHUP') =>
  withInterruption(async (signal) => {
    process.emit(name);
    return signal.aborted;
  });

it('a signal interrupts the work', async () => {
  expect(await isInterruptedBy('SIGINT')).toBe(true);
});

it('the loss of the terminal interrupts the work, unless stderr is none, as below nohup', async () => {
  process.stderr.isTTY = true;
  expect(await isInterruptedBy('SIGHUP')).toBe(true);
  process.stderr.isTTY = false;
  expect(await isInterruptedBy('SIGHUP')).toBe(false);
});
