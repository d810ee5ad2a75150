import { z } from 'zod';

/** `holdout` gets no offers, `current` what serves today, `model=VERSION` the offers of that stored model. */
const armNameSchema = z
  .string()
  .regex(/^(?:holdout|current|model=[A-Za-z0-9._-]{1,100})$/, 'an arm is holdout, current or model=VERSION');

const armSchema = z.object({
  name: armNameSchema,
  percent: z.int('a percentage is a whole number').min(1, 'an arm has at least 1 percent').max(99),
});
export type Arm = z.infer<typeof armSchema>;

const mostArms = 5;

/** The arms of an experiment, in the order in which callers are dealt. */
export const armsSchema = z
  .array(armSchema)
  .min(2, 'an experiment has at least two arms')
  .max(mostArms, `an experiment has at most ${mostArms} arms`)
  .refine((arms) => new Set(arms.map(({ name }) => name)).size === arms.length, 'an arm is named once')
  .refine((arms) => arms.reduce((sum, { percent }) => sum + percent, 0) === 100, 'the percentages must add up to 100');

/** Reads `holdout:10,current:45,model=VERSION:45`; a text says what is wrong. */
export function parseArms(text: string): Arm[] | string {
  const arms = text.split(',').map((part) => {
    const at = part.lastIndexOf(':');
    const percent = at < 0 ? '' : part.slice(at + 1).trim();
    return {
      name: part.slice(0, at < 0 ? undefined : at).trim(),
      percent: /^\d{1,3}$/.test(percent) ? Number(percent) : Number.NaN,
    };
  });
  const read = armsSchema.safeParse(arms);
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'these are no arms');
}

export const armNames = { holdout: 'holdout', current: 'current', modelPrefix: 'model=' } as const;
