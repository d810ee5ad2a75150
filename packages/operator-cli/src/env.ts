import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { createSecretBox, type SecretBox } from '@callside/auth';
import {
  callEventsSettings,
  createRecommenderSettings,
  databaseUrl,
  type EnvironmentResult,
  isConfidential,
  keyPrefix,
  publicUrl,
  readEnvironment,
  sessionSecrets,
} from '@callside/service-kit';
import { z } from 'zod';
import { fileError } from './file-error.ts';
import { OperatorError } from './operator-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingsSource {
  environment?: Environment;
  /** Written by `npm start`; read when DATABASE_URL is not set. */
  localFile?: string;
}

/** Each setting is read when a command needs it, so that a bad one affects no other command. Throws OperatorError. */
export interface Settings {
  /** The settings of this schema, or what is wrong with them. */
  check: <Schema extends z.ZodObject>(schema: Schema) => EnvironmentResult<z.output<Schema>>;
  /** What the services would refuse to start with, and how many settings they have. */
  checkServices: () => { problems: string[]; settings: number };
  databaseUrl: () => string;
  keyPrefix: () => string;
  sessionSecrets: () => string[];
  /** Encrypts stored secrets with SECRETS_KEY, or with SESSION_SECRET without it. */
  secretBox: () => SecretBox;
  /** Address of the service as other systems call it; null: PUBLIC_URL is not set. */
  publicUrl: () => string | null;
  /** Address of the call-events service of `npm start`; null when it was not started or DATABASE_URL is set. */
  localCallEventsUrl: () => string | null;
  /** The key for call-events of the demo of `npm start`; null as for its address. */
  localKey: () => string | null;
  /** Address of call-events when a command has no --url: that of the environment, the local one, or that of the usual port. */
  callEventsUrl: () => string;
  /** Directory of the trained models. */
  artifactDirectory: () => string;
  /** Article types with a size gate, as configured. */
  sizedArticleTypes: () => string[];
}

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const defaultLocalFile = resolve(projectRoot, '.data/local.env');
const callEventsUrl = publicUrl
  .refine(
    (url) => isConfidential(new URL(url)),
    'must begin with https://: keys and tokens would be sent to it unencrypted',
  )
  .optional();
const recommenderSettings = createRecommenderSettings({ projectRoot });

export function createSettings({
  environment = process.env,
  localFile = defaultLocalFile,
}: SettingsSource = {}): Settings {
  // The secrets of the local installation do not apply to another database.
  const hasDatabase = Boolean(environment.DATABASE_URL || environment.DATABASE_URL_FILE);
  const local = hasDatabase ? { values: {}, problem: null } : readLocalFile(localFile);
  const values = hasDatabase ? environment : { ...local.values, ...withoutEmpty(environment) };
  const setting = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> => {
    const result = readEnvironment(z.object({ [name]: schema }), values);
    if (result.ok) return result.value[name] as z.output<Schema>;
    throw new OperatorError(result.problems.join('; '), { code: 'setting' });
  };
  return {
    check: (schema) => readEnvironment(schema, values),
    checkServices: () => checkServices(values),
    databaseUrl: () => {
      if (values.DATABASE_URL || values.DATABASE_URL_FILE) return setting('DATABASE_URL', databaseUrl);
      if (local.problem !== null) throw local.problem;
      throw new OperatorError('DATABASE_URL is not set', {
        code: 'setting',
        hint: 'set DATABASE_URL, such as postgresql://user:password@host:5432/callside, or run `npm start`, which starts one',
      });
    },
    keyPrefix: () => setting('KEY_PREFIX', keyPrefix),
    sessionSecrets: () => setting('SESSION_SECRET', sessionSecrets),
    secretBox: () => {
      const secrets = setting('SECRETS_KEY', sessionSecrets.optional()) ?? setting('SESSION_SECRET', sessionSecrets);
      return createSecretBox({ secrets });
    },
    publicUrl: () => setting('PUBLIC_URL', publicUrl.optional()) ?? null,
    localCallEventsUrl: () => local.values.CALL_EVENTS_URL ?? null,
    localKey: () => local.values.DEMO_KEY ?? null,
    callEventsUrl: () => setting('CALL_EVENTS_URL', callEventsUrl) ?? 'http://localhost:4100',
    artifactDirectory: () => setting('ARTIFACT_DIR', recommenderSettings.shape.ARTIFACT_DIR),
    sizedArticleTypes: () => setting('SIZED_ARTICLE_TYPES', recommenderSettings.shape.SIZED_ARTICLE_TYPES),
  };
}

function checkServices(values: Environment): { problems: string[]; settings: number } {
  const results = [readEnvironment(callEventsSettings, values), readEnvironment(recommenderSettings, values)];
  const problems = results.flatMap((result) => (result.ok ? [] : result.problems));
  const names = [callEventsSettings, recommenderSettings].flatMap(({ shape }) => Object.keys(shape));
  // Most settings are those of both services. A problem begins with the name of its setting.
  const nameOf = (problem: string) => problem.split(' ', 1)[0];
  const first = problems.filter((one, at) => problems.findIndex((other) => nameOf(other) === nameOf(one)) === at);
  return { problems: first, settings: new Set(names).size };
}

/** `npm start` may have run with another account, whose file this one cannot read. */
function readLocalFile(file: string): { values: Environment; problem: OperatorError | null } {
  try {
    return { values: parseEnv(readFileSync(file, 'utf8')), problem: null };
  } catch (error) {
    const hint = 'use the account of `npm start`, or set DATABASE_URL';
    return { values: {}, problem: Object(error).code === 'ENOENT' ? null : fileError({ path: file }, error, hint) };
  }
}

/** An empty SIZED_ARTICLE_TYPES stays: it switches the size gate off. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value || name === 'SIZED_ARTICLE_TYPES'),
  );
}
