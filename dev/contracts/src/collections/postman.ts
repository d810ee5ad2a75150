import type { OpenApiDocument } from '@callside/schemas/documents';
import converter from 'openapi-to-postmanv2';

export interface Pair {
  key: string;
  value: string;
  disabled?: boolean;
}

export interface PostmanRequest {
  name: string;
  request: {
    method: string;
    description?: { content: string };
    url: { host: string[]; path: string[]; query?: Pair[]; variable?: Pair[] };
    header?: Pair[];
    body?: { raw?: string };
    auth?: { type: string; apikey?: Pair[] };
  };
}

export interface PostmanFolder {
  name: string;
  item: PostmanRequest[];
}

export interface PostmanCollection {
  info: { name: string; schema: string };
  item: PostmanFolder[];
  variable: Pair[];
}

interface CollectionOptions {
  document: OpenApiDocument;
  /** The address of the service. */
  baseUrl: string;
}

const options = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  requestParametersResolution: 'Example',
  enableOptionalParameters: false,
};

/** A Postman collection of every operation, with a variable for each credential and each parameter of a path. */
export async function createPostmanCollection({ document, baseUrl }: CollectionOptions): Promise<PostmanCollection> {
  const collection = withoutIds(await convert(withVariables(document)));
  const folders = collection.item.map(({ name, item }) => ({ name, item: item.map(requestOf) }));
  const variables = {
    baseUrl,
    apiKey: '',
    bearerToken: '',
    ...Object.fromEntries(pathParameters(document).map((name) => [name, values[name] ?? ''])),
  };
  return {
    info: { name: document.info.title, schema: collection.info.schema },
    item: folders,
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
}

const noneSuch = '00000000-0000-4000-8000-000000000000';
/** Placeholders for path parameters. They have a valid form and name nothing that exists. */
const values: Record<string, string> = {
  brand: 'brand',
  platform: 'twilio',
  shop: 'shopify',
  id: noneSuch,
  chat_id: noneSuch,
  reference: noneSuch,
  outcome_id: noneSuch,
  purchase_id: noneSuch,
  version: '1',
  alias: 'alias',
  name: 'rule',
};

/** Values of required query parameters. */
const neededInQuery: Record<string, string> = { q: 'ring' };

function pathParameters({ paths }: OpenApiDocument): string[] {
  const names = Object.keys(paths).flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/** Removes the tracing headers. Gives each parameter an example, because the converter would make a different one each time. */
function withVariables(document: OpenApiDocument): object {
  const paths = Object.entries(document.paths).map(([path, { parameters: _, ...operations }]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        {
          ...operation,
          ...(operation.parameters && {
            parameters: operation.parameters.map((parameter) => ({
              ...parameter,
              schema: { type: 'string' },
              example:
                parameter.in === 'path'
                  ? `{{${parameter.name}}}`
                  : parameter.required
                    ? neededInQuery[parameter.name]
                    : '',
            })),
          }),
        },
      ]),
    ),
  ]);
  return { ...structuredClone(document), paths: Object.fromEntries(paths) };
}

function convert(document: object): Promise<PostmanCollection> {
  return new Promise((resolve, reject) => {
    converter.convertV2({ type: 'json', data: document }, options, (error, result) => {
      const data = result?.output?.[0]?.data;
      if (error || data === undefined) reject(error ?? new Error(result?.reason ?? 'nothing was converted'));
      else resolve(data as PostmanCollection);
    });
  });
}

/** Removes the ids, because they are random. */
function withoutIds(collection: PostmanCollection): PostmanCollection {
  const ids = ['id', '_postman_id', 'uid'];
  return JSON.parse(JSON.stringify(collection, (name, value) => (ids.includes(name) ? undefined : value)));
}

/** Leaves out the answers, because the reference has them. */
function requestOf({ name, request }: PostmanRequest): PostmanRequest {
  const { method, description, url, header, body, auth } = request;
  return {
    name,
    request: {
      method,
      ...(description && { description }),
      url,
      ...(header && { header }),
      ...(body && { body }),
      ...(auth && { auth }),
    },
  };
}
