import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelProblem } from '../model-problem.ts';
import { type Artifact, type ArtifactManifest, manifestSchema } from './artifact.ts';
import { codeOf, writeDirectory } from './durable-files.ts';

const onnxFile = 'model.onnx';
const backtestFile = 'backtest.onnx';
const manifestFile = 'manifest.json';

/** Why an artifact cannot be used. */
export class ArtifactError extends ModelProblem {
  override readonly name = 'ArtifactError';
}

/** Throws ArtifactError; `name` is the model's name in messages. */
export async function readManifest(directory: string, name: string): Promise<ArtifactManifest> {
  const text = (await readArtifactFile(directory, manifestFile, name)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ArtifactError(`${manifestFile} of ${name} is not JSON: it is damaged`, { cause });
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.slice(0, 2).join('.');
  throw new ArtifactError(`${manifestFile} of ${name} is not valid: ${field}: ${issue?.message}`);
}

/** All files of an artifact. They must match each other and, if given, the version. Throws ArtifactError. */
export async function readArtifact(directory: string, name: string, version?: string): Promise<Artifact> {
  const manifest = await readManifest(directory, name);
  if (version !== undefined && manifest.artifact_version !== version) {
    throw new ArtifactError(`${manifestFile} of ${name} belongs to artifact ${manifest.artifact_version}`);
  }
  const onnx = await readChecked(directory, onnxFile, name, manifest.onnx_sha256);
  const backtest =
    manifest.backtest && (await readChecked(directory, backtestFile, name, manifest.backtest.onnx_sha256));
  return { manifest, onnx, backtest };
}

async function readChecked(directory: string, file: string, name: string, sha256: string): Promise<Buffer> {
  const bytes = await readArtifactFile(directory, file, name);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new ArtifactError(`${file} of ${name} is not the file that its manifest describes: damaged or replaced`);
}

/** The manifest as JSON with one line per member. */
export function formatManifest(manifest: ArtifactManifest): string {
  const members = Object.entries(manifest).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Changes when the model or its manifest changes. For a missing file it contains the error code. */
export async function stampArtifact(directory: string): Promise<string> {
  const stamps = await Promise.all([onnxFile, manifestFile].map((file) => stampFile(join(directory, file))));
  return stamps.join(' ');
}

async function stampFile(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** Writes all files or none. Resolves to false when this version already exists. */
export function writeArtifact(
  parent: string,
  version: string,
  { manifest, onnx, backtest }: Artifact,
): Promise<boolean> {
  return writeDirectory(join(parent, version), {
    [onnxFile]: onnx,
    ...(backtest && { [backtestFile]: backtest }),
    [manifestFile]: formatManifest(manifest),
  });
}

async function readArtifactFile(directory: string, file: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(directory, file));
  } catch (cause) {
    const reason = codeOf(cause) === 'ENOENT' ? 'is missing' : `cannot be read (${codeOf(cause)})`;
    throw new ArtifactError(`${file} of ${name} ${reason}`, { cause });
  }
}
