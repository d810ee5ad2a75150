// The parts that this package uses of libraries without types.

declare module 'openapi-to-postmanv2' {
  interface Result {
    result: boolean;
    reason?: string;
    output?: { type: string; data: unknown }[];
  }
  const converter: {
    convertV2: (
      input: { type: 'json'; data: object },
      options: Record<string, unknown>,
      callback: (error: Error | null, result?: Result) => void,
    ) => void;
  };
  // biome-ignore lint/style/noDefaultExport: a CommonJS module is the default export for Node.
  export default converter;
}

declare module '@usebruno/lang' {
  const language: {
    jsonToBruV2: (request: object) => string;
    bruToJsonV2: (text: string) => Record<string, unknown>;
    envJsonToBruV2: (environment: object) => string;
  };
  // biome-ignore lint/style/noDefaultExport: a CommonJS module is the default export for Node.
  export default language;
}
