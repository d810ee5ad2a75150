/** The part of a zod schema that parses what arrives. */
export interface Schema<Value> {
  safeParse: (input: unknown) => { success: true; data: Value } | { success: false; error: unknown };
}
