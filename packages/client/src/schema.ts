/** The part of a contract that reads what arrives. */
export interface Schema<Value> {
  safeParse: (input: unknown) => { success: true; data: Value } | { success: false; error: unknown };
}
