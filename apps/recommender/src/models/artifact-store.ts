import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Artifact, type ArtifactManifest, isArtifactVersion } from './artifact.ts';
import { ArtifactError, readArtifact, readManifest, writeArtifact } from './artifact-files.ts';
import { codeOf, freeBytesAt, probeDirectory, replaceFile } from './durable-files.ts';

const publishedFile = 'published.json';
/** This is several times the size of a model with its backtest. */
const neededBytes = 16 * 1024 * 1024;

const publishedSchema = z.object({
  /** Null: the bundled default serves. */
  current: z.string().refine(isArtifactVersion).nullable(),
  /** The versions that `rollback` returns to, the latest first. */
  previous: z.array(z.string().refine(isArtifactVersion)),
});

export type Published = z.infer<typeof publishedSchema>;

export interface StoredArtifact {
  readonly brand: string;
  readonly version: string;
  readonly published: boolean;
  /** Null when it cannot be read; `problem` says why. */
  readonly manifest: ArtifactManifest | null;
  readonly problem: string | null;
}

export interface SkippedArtifact {
  readonly version: string;
  readonly problem: string;
}

export interface StoreRollback {
  /** The version that serves from now on; null: the bundled default. */
  readonly current: string | null;
  readonly previous: string;
  /** Versions between both that cannot serve. */
  readonly skipped: readonly SkippedArtifact[];
}

/** Why a model whose files are intact cannot serve; null: it can. */
export type ProblemOf = (manifest: ArtifactManifest, name: string) => string | null;

const noProblem: ProblemOf = () => null;

/**
 * Artifacts of one deployment in directories `<brand>/<version>/`; a file beside them names the published version.
 * Artifacts of other deployments may be there too; they are never used. Throws ArtifactError.
 */
export class ArtifactStore {
  readonly #directory: string;
  readonly #deployment: string;

  constructor(directory: string, deployment: string) {
    this.#directory = directory;
    this.#deployment = deployment;
  }

  /** Throws when a model could not be stored. Training takes hours, so this is checked before it. */
  async requireSpace(brand: string, freeBytes = freeBytesAt): Promise<void> {
    const directory = this.#brandDirectory(brand);
    const free = await saying(`ARTIFACT_DIR cannot be written: ${directory}`, async () => {
      await mkdir(directory, { recursive: true });
      await probeDirectory(directory);
      return freeBytes(directory);
    });
    if (free >= neededBytes) return;
    throw new ArtifactError(
      `ARTIFACT_DIR is full: ${directory} has ${inMegabytes(free)} MB left, and a model may take ${inMegabytes(neededBytes)} MB`,
    );
  }

  /** Stores the artifact and binds it to this deployment. */
  async save(brand: string, artifact: Artifact): Promise<void> {
    const { artifact_version: version, onnx_sha256 } = artifact.manifest;
    checkVersion(version);
    const directory = this.#brandDirectory(brand);
    const bound = { ...artifact, manifest: { ...artifact.manifest, deployment: this.#deployment } };
    const isWritten = await saying(`${nameOf(version)} cannot be written to ${directory}`, () =>
      writeArtifact(directory, version, bound),
    );
    if (isWritten) return;
    const there = await readManifest(this.directoryOf(brand, version), nameOf(version));
    if (there.onnx_sha256 !== onnx_sha256) throw new ArtifactError(`another ${nameOf(version)} exists already`);
  }

  /** Checks the files against their digests. */
  async read(brand: string, version: string): Promise<Artifact> {
    await this.#checkExists(brand, version);
    return this.readPublished(brand, version);
  }

  /** Does the same for a version that is known to exist. */
  async readPublished(brand: string, version: string): Promise<Artifact> {
    const artifact = await readArtifact(this.directoryOf(brand, version), nameOf(version), version);
    const problem = this.#problemOfOrigin(artifact.manifest);
    if (problem !== null) throw new ArtifactError(problem);
    return artifact;
  }

  /** The models of one brand or of all brands, the newest first. Their files are read, so that a damaged one is named. */
  async list(brand?: string): Promise<StoredArtifact[]> {
    const brands = brand === undefined ? await this.#brands() : [brand];
    const lists = await Promise.all(brands.map((each) => this.#listBrand(each)));
    return lists.flat();
  }

  async published(brand: string): Promise<Published> {
    let text: string;
    try {
      text = await readFile(join(this.#brandDirectory(brand), publishedFile), 'utf8');
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return { current: null, previous: [] };
      throw new ArtifactError(`${publishedFile} of ${brand} in ARTIFACT_DIR cannot be read (${codeOf(cause)})`, {
        cause,
      });
    }
    const parsed = publishedSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new DamagedPublication(`${publishedFile} of ${brand} is damaged; publish a model to replace it`);
  }

  /**
   * Publishes a version and resolves to the one that was published before. When it is published already, nothing changes.
   * `beforeChange` runs before any change; when it rejects, nothing changes.
   */
  async publish(
    brand: string,
    version: string,
    beforeChange: (previous: string | null) => Promise<void> = async () => {},
  ): Promise<string | null> {
    await this.#checkExists(brand, version);
    const { current, previous } = await this.#publishedOrSetAside(brand);
    await beforeChange(current);
    if (current === version) return current;
    await this.#write(brand, { current: version, previous: current === null ? previous : [current, ...previous] });
    return current;
  }

  /**
   * Returns to the last version that was published before and can serve; `current` null is the bundled default. The ones between are skipped.
   * `problemOf` finds what the files alone do not show.
   */
  async rollback(
    brand: string,
    beforeChange: (change: StoreRollback) => Promise<void> = async () => {},
    problemOf: ProblemOf = noProblem,
  ): Promise<StoreRollback> {
    const { current, previous } = await this.published(brand);
    if (current === null) {
      throw new ArtifactError(`nothing is published for ${brand}: the bundled default model serves already`);
    }
    const { back, before, skipped } = await this.#goBack(brand, previous, problemOf);
    const change = { current: back, previous: current, skipped };
    await beforeChange(change);
    await this.#write(brand, { current: back, previous: before });
    return change;
  }

  /** The version that a rollback returns to; null: the bundled default. */
  async rollbackTarget(brand: string, problemOf: ProblemOf = noProblem): Promise<string | null> {
    return (await this.#goBack(brand, (await this.published(brand)).previous, problemOf)).back;
  }

  directoryOf(brand: string, version: string): string {
    checkVersion(version);
    return join(this.#brandDirectory(brand), version);
  }

  #brandDirectory(brand: string): string {
    if (!isBrandSlug(brand)) throw new ArtifactError(`${JSON.stringify(brand)} is not a slug of a brand`);
    return join(this.#directory, brand);
  }

  async #brands(): Promise<string[]> {
    return (await readNames(this.#directory)).filter(isBrandSlug).sort();
  }

  async #versions(brand: string): Promise<string[]> {
    return (await readNames(this.#brandDirectory(brand))).filter(isArtifactVersion).sort().reverse();
  }

  /** A damaged file is overwritten. A copy of it is kept, because it names the versions for a rollback. */
  async #publishedOrSetAside(brand: string): Promise<Published> {
    try {
      return await this.published(brand);
    } catch (error) {
      if (!(error instanceof DamagedPublication)) throw error;
      const file = join(this.#brandDirectory(brand), publishedFile);
      await saying(`${publishedFile} of ${brand} cannot be copied`, () => copyFile(file, `${file}.damaged`));
      return { current: null, previous: [] };
    }
  }

  /** Null when this deployment stored it. */
  #problemOfOrigin({ artifact_version, deployment }: ArtifactManifest): string | null {
    if (deployment === this.#deployment) return null;
    const name = nameOf(artifact_version);
    return `${name} was made by another deployment (${deployment ?? 'unknown'}) than this one (${this.#deployment}): ARTIFACT_DIR holds models of another installation; train a model here and publish it`;
  }

  async #listBrand(brand: string): Promise<StoredArtifact[]> {
    const [versions, { current }] = await Promise.all([
      this.#versions(brand),
      this.published(brand).catch(() => ({ current: null })),
    ]);
    return Promise.all(
      versions.map(async (version) => {
        const published = version === current;
        try {
          const { manifest } = await readArtifact(this.directoryOf(brand, version), nameOf(version), version);
          return { brand, version, published, manifest, problem: this.#problemOfOrigin(manifest) };
        } catch (error) {
          if (!(error instanceof ArtifactError)) throw error;
          return { brand, version, published, manifest: null, problem: error.message };
        }
      }),
    );
  }

  /** The first of `versions` that can serve, those after it, and those before it that still exist. */
  async #goBack(brand: string, versions: readonly string[], problemOf: ProblemOf) {
    const stored = new Map((await this.#listBrand(brand)).map((each) => [each.version, each]));
    const skipped: SkippedArtifact[] = [];
    for (const [at, version] of versions.entries()) {
      const found = stored.get(version);
      if (found === undefined) continue;
      const problem = found.problem ?? (found.manifest && problemOf(found.manifest, nameOf(version)));
      if (problem === null) return { back: version, before: versions.slice(at + 1), skipped };
      skipped.push({ version, problem });
    }
    return { back: null, before: [], skipped };
  }

  async #checkExists(brand: string, version: string): Promise<void> {
    const versions = await this.#versions(brand);
    if (versions.includes(version)) return;
    const known = versions.length === 0 ? 'it has none yet: train one first' : `it has ${versions.join(', ')}`;
    throw new ArtifactError(`${brand} has no model ${JSON.stringify(version)}; ${known}`);
  }

  async #write(brand: string, published: Published): Promise<void> {
    const directory = this.#brandDirectory(brand);
    await saying(`${publishedFile} cannot be written to ${directory}`, () =>
      replaceFile(join(directory, publishedFile), `${JSON.stringify(published, null, 2)}\n`),
    );
  }
}

/** The file exists, but its content is invalid. */
class DamagedPublication extends ArtifactError {}

/** Name of the version in messages. */
export function nameOf(version: string): string {
  return `artifact ${version}`;
}

/** The rule for slugs of brands. Only such texts become part of a path. */
function isBrandSlug(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(text);
}

function checkVersion(version: string): void {
  if (!isArtifactVersion(version)) throw new ArtifactError(`${JSON.stringify(version)} is not a version of a model`);
}

/** The names of the directories in a directory; none when it does not exist. */
async function readNames(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new ArtifactError(`ARTIFACT_DIR cannot be read: ${directory} (${codeOf(error)})`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns an error of the file system into an ArtifactError with its code and the failed step. */
async function saying<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ArtifactError) throw cause;
    throw new ArtifactError(`${what} (${codeOf(cause)})`, { cause });
  }
}

function inMegabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}
