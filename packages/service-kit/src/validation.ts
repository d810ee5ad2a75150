import type { ValidationIssue } from '@callside/schemas';
import type { z } from 'zod';
import { ServiceError } from './errors.ts';

type Issue = z.core.$ZodIssue;

const typeKinds: Record<string, string> = {
  string: 'string_type',
  number: 'number_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'array_type',
  object: 'object_type',
  record: 'object_type',
  date: 'date_type',
};

/**
 * The issues of zod in the wire shape, with types that do not depend on the version of zod. Values are neither walked nor quoted.
 * Parse with `reportInput: true`, as parseOrThrow does, to distinguish an absent field from a wrong type.
 */
export function toIssues(error: z.core.$ZodError, prefix: readonly (string | number)[]): ValidationIssue[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    const type = kindOf(issue);
    return { type, loc: [...prefix, ...path], msg: messageOf(issue, type) };
  });
}

/** Returns the parsed value. Throws a ServiceError `invalid` with every issue of that part of the request. */
export function parseOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: 'body' | 'query' = 'body',
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new ServiceError({
    code: 'invalid',
    message: `The ${part} is not valid.`,
    issues: toIssues(result.error, [part]),
  });
}

function kindOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'missing' : (typeKinds[issue.expected] ?? `${issue.expected}_type`);
    case 'too_small':
      return boundKind(issue.origin, 'too_short', issue.inclusive === false ? 'greater_than' : 'greater_than_equal');
    case 'too_big':
      return boundKind(issue.origin, 'too_long', issue.inclusive === false ? 'less_than' : 'less_than_equal');
    case 'invalid_format':
      return issue.format === 'regex' ? 'string_pattern_mismatch' : `${issue.format}_format`;
    case 'not_multiple_of':
      return 'multiple_of';
    case 'unrecognized_keys':
      return 'extra_forbidden';
    case 'invalid_value':
      return isMissing(issue) ? 'missing' : 'enum';
    case 'invalid_union':
      return isMissing(issue) ? 'missing' : 'no_match';
    case 'custom':
      return typeof issue.params?.type === 'string' ? issue.params.type : 'value_error';
    default:
      return 'value_error';
  }
}

function boundKind(origin: string, lengthKind: string, valueKind: string): string {
  if (origin === 'string') return `string_${lengthKind}`;
  return origin === 'array' || origin === 'set' || origin === 'map' ? lengthKind : valueKind;
}

function isMissing(issue: Issue): boolean {
  if (issue.path.length === 0) return false;
  return 'input' in issue ? issue.input === undefined : issue.message.endsWith('received undefined');
}

function messageOf(issue: Issue, type: string): string {
  if (type === 'missing') return `${String(issue.path.at(-1))} is required`;
  if (issue.path.length === 0 && type === 'object_type') return 'the body must be a JSON object';
  return issue.message;
}
