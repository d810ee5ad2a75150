// Evidence for reasons. A reason is read aloud to a customer. A claim about other customers needs purchases of other
// customers; the caller's own do not count.

/** Least number of other customers who did what a reason says. */
export const leastOthers = 2;
/** "Now" means the last 30 days. */
export const recentDays = 30;
