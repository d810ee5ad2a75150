import { z } from 'zod';

interface Members<Value extends z.ZodType> {
  key: z.ZodType<string, string>;
  /** Why a name is refused. */
  keyProblem: string;
  value: Value;
  most: number;
}

/** An object with any names, of at most `most` members. The number is checked first, so that a body full of wrong members gives one issue. */
export function boundedRecord<Value extends z.ZodType>(
  field: string,
  { key, keyProblem, value, most }: Members<Value>,
) {
  const message = `${field} must not have more than ${most} members`;
  return z.preprocess(
    // The type describes valid input; the actual value may be anything.
    (sent: Record<string, z.input<Value>>, context) => {
      if (typeof sent !== 'object' || sent === null || Object.keys(sent).length <= most) return sent;
      context.issues.push({ code: 'custom', message, input: sent });
      return z.NEVER;
    },
    z.record(key, value, { error: ({ code }) => (code === 'invalid_key' ? keyProblem : `${field} must be an object`) }),
  );
}
