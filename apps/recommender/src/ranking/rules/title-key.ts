import { composed } from '@callside/schemas';

/** The form in which titles are compared: it ignores white space and case. */
export function titleKey(title: string): string {
  return composed(title).trim().replace(/\s+/gu, ' ').toLowerCase();
}
