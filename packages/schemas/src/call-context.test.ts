import { callContextSchema } from './call-context.ts';

test.each(['x', '💍'])('names and values of %s are counted in characters', (sign) => {
  const isContext = (name: number, value: number) =>
    callContextSchema.safeParse({ [sign.repeat(name)]: sign.repeat(value) }).success;
  expect([isContext(40, 120), isContext(41, 120), isContext(40, 121)]).toEqual([true, false, false]);
});
