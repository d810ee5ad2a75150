import { connect } from 'node:net';

/** Sends one command without arguments. Resolves to whether the answer is a simple string, as `+OK`. */
export function sendRedisCommand(port: number, command: string, timeoutMs = 2000): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`Redis did not answer ${command}`)));
    socket.once('data', (answer) => {
      resolve(answer.toString('latin1').startsWith('+'));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
