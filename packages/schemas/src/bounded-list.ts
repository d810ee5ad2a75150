import { z } from 'zod';

/**
 * A list of at most so many elements. The length is looked at first: a body full of wrong elements then costs one issue,
 * not as many as it holds.
 */
export function boundedList<Element extends z.ZodType>(field: string, element: Element, most: number) {
  const message = `${field} must not have more than ${most} elements`;
  return z.preprocess(
    // The type is what senders are to write; what comes may be anything.
    (value: z.input<Element>[], context) => {
      if (!Array.isArray(value) || value.length <= most) return value;
      context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, message, input: value });
      return z.NEVER;
    },
    z.array(element, `${field} must be an array`).max(most, message),
  );
}
