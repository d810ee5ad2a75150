/** Rejects when Redis does not answer a command in time: the client itself may wait for a connection without end. */
export async function answerInTime<Answer>(command: Promise<Answer>, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), limitMs);
  });
  return Promise.race([command, tooLate]).finally(() => clearTimeout(timer));
}
