/** A JSON Schema of draft 2020-12, the version that OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>;

export interface Reference {
  $ref: string;
}

export interface OpenApiExample {
  summary?: string;
  value: unknown;
}

export interface OpenApiContent {
  schema: JsonSchema | Reference;
  examples?: Record<string, OpenApiExample>;
}

export interface OpenApiHeader {
  description: string;
  schema: JsonSchema;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, OpenApiHeader | Reference>;
  content?: Record<string, OpenApiContent>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, OpenApiContent> };
  responses: Record<string, OpenApiResponse | Reference>;
}

export interface OpenApiPathItem {
  /** The parameters of all its operations. */
  parameters?: Reference[];
  get?: OpenApiOperation;
  post?: OpenApiOperation;
  put?: OpenApiOperation;
  delete?: OpenApiOperation;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string };
  servers?: { url: string; description?: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, OpenApiPathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, OpenApiParameter>;
    headers: Record<string, OpenApiHeader>;
    responses: Record<string, OpenApiResponse>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}
