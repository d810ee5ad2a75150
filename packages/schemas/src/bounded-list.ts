import { z } from 'zod';

/**
 * A list of at most `most` elements. The length is checked first, so that a body full of wrong elements gives one issue and not
 * one per element.
 */
export function boundedList<Element extends z.ZodType>(field: string, element: Element, most: number) {
  const message = `${field} must not have more than ${most} elements`;
  return z.preprocess(
    // The type describes valid input; the actual value may be anything.
    (value: z.input<Element>[], context) => {
      if (!Array.isArray(value) || value.length <= most) return value;
      context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, message, input: value });
      return z.NEVER;
    },
    z.array(element, `${field} must be an array`).max(most, message),
  );
}
