/** Runs one statement of SQL with `$1`, `$2`, … and gives its rows. A client's own errors pass through. */
export type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>;
