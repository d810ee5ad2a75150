import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Artifact, type ArtifactManifest, isArtifactVersion } from '../domain/artifact.ts';
import { ArtifactError, readArtifact, readManifest, writeArtifact } from './artifact-files.ts';
import { codeOf, replaceFile } from './durable-files.ts';

const publishedFile = 'published.json';

const publishedSchema = z.object({
  /** Null: the bundled default serves. */
  current: z.string().refine(isArtifactVersion).nullable(),
  /** What `rollback` goes back to, the latest first. */
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

/** Artifacts as directories: `<brand>/<version>/` and, beside them, which one is published. Throws ArtifactError. */
export class ArtifactStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async save(brand: string, artifact: Artifact): Promise<void> {
    const { artifact_version: version, onnx_sha256 } = artifact.manifest;
    checkVersion(version);
    if (await writeArtifact(this.#brandDirectory(brand), version, artifact)) return;
    const there = await readManifest(this.directoryOf(brand, version), nameOf(version));
    if (there.onnx_sha256 !== onnx_sha256) throw new ArtifactError(`there is another ${nameOf(version)} already`);
  }

  /** Checked against its digest. */
  async read(brand: string, version: string): Promise<Artifact> {
    await this.#checkExists(brand, version);
    return readArtifact(this.directoryOf(brand, version), nameOf(version), version);
  }

  /** Of one brand or of all, the newest first. */
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
      throw new ArtifactError(`${publishedFile} of ${brand} cannot be read (${codeOf(cause)})`, { cause });
    }
    const parsed = publishedSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new ArtifactError(`${publishedFile} of ${brand} is damaged; publish a model to write it anew`);
  }

  /** Gives what was published before. Publishing what is published already changes nothing. */
  async publish(brand: string, version: string): Promise<string | null> {
    await this.#checkExists(brand, version);
    // A file that is damaged is written anew: that is the way out of it.
    const { current, previous } = await this.published(brand).catch(() => ({ current: null, previous: [] }));
    if (current === version) return current;
    await this.#write(brand, { current: version, previous: current === null ? previous : [current, ...previous] });
    return current;
  }

  /** Back to what was published before and is still there; `current` null is the bundled default. */
  async rollback(brand: string): Promise<{ current: string | null; previous: string }> {
    const { current, previous } = await this.published(brand);
    if (current === null) {
      throw new ArtifactError(`nothing is published for ${brand}: the bundled default model serves already`);
    }
    const versions = new Set(await this.#versions(brand));
    const remaining = previous.filter((version) => versions.has(version));
    const [back = null, ...before] = remaining;
    await this.#write(brand, { current: back, previous: before });
    return { current: back, previous: current };
  }

  directoryOf(brand: string, version: string): string {
    checkVersion(version);
    return join(this.#brandDirectory(brand), version);
  }

  #brandDirectory(brand: string): string {
    if (!isBrandSlug(brand)) throw new ArtifactError(`${JSON.stringify(brand)} is no slug of a brand`);
    return join(this.#directory, brand);
  }

  async #brands(): Promise<string[]> {
    return (await readNames(this.#directory)).filter(isBrandSlug).sort();
  }

  async #versions(brand: string): Promise<string[]> {
    return (await readNames(this.#brandDirectory(brand))).filter(isArtifactVersion).sort().reverse();
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
          const manifest = await readManifest(this.directoryOf(brand, version), nameOf(version));
          return { brand, version, published, manifest, problem: null };
        } catch (error) {
          if (!(error instanceof ArtifactError)) throw error;
          return { brand, version, published, manifest: null, problem: error.message };
        }
      }),
    );
  }

  async #checkExists(brand: string, version: string): Promise<void> {
    const versions = await this.#versions(brand);
    if (versions.includes(version)) return;
    const known = versions.length === 0 ? 'it has none yet: train one first' : `it has ${versions.join(', ')}`;
    throw new ArtifactError(`${brand} has no model ${JSON.stringify(version)}; ${known}`);
  }

  async #write(brand: string, published: Published): Promise<void> {
    await replaceFile(join(this.#brandDirectory(brand), publishedFile), `${JSON.stringify(published, null, 2)}\n`);
  }
}

/** As messages call it. */
export function nameOf(version: string): string {
  return `artifact ${version}`;
}

/** Like brands' own rule; nothing else becomes part of a path. */
function isBrandSlug(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(text);
}

function checkVersion(version: string): void {
  if (!isArtifactVersion(version)) throw new ArtifactError(`${JSON.stringify(version)} is no version of a model`);
}

/** Nothing of a directory that is not there. */
async function readNames(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
