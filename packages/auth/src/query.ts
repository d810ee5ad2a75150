/** Runs one SQL statement with `$1`, `$2`, … and returns its rows. Errors of the client pass through. */
export type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>;
