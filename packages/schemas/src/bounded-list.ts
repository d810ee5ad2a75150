import { z } from 'zod';

/** About: the last wrong element gives all of its own. */
const mostIssues = 100;
/** Their issues are few, and most lists of a request are no longer. */
const fewElements = 20;

/**
 * A list of at most `most` elements. The length is checked first, so that a body full of wrong elements gives one issue and not
 * one per element. A list that is not too long is checked up to the element with the hundredth issue: the answer stays smaller than
 * the request.
 */
export function boundedList<Element extends z.ZodType>(field: string, element: Element, most: number) {
  const message = `${field} must not have more than ${most} elements`;
  return z.preprocess(
    // The type describes valid input; the actual value may be anything.
    (value: z.input<Element>[], context) => {
      if (!Array.isArray(value)) return value;
      if (value.length <= fewElements) return value;
      if (value.length <= most) return upToLastIssue(value, element);
      context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, message, input: value });
      return z.NEVER;
    },
    z.array(element, `${field} must be an array`).max(most, message),
  );
}

/** The list, or what of it has the first issues: zod would check all of it. */
function upToLastIssue<Value>(list: Value[], element: z.ZodType): Value[] {
  let issues = 0;
  const last = list.findIndex((one) => {
    issues += element.safeParse(one).error?.issues.length ?? 0;
    return issues >= mostIssues;
  });
  return last === -1 ? list : list.slice(0, last + 1);
}
