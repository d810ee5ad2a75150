import { fileURLToPath } from 'node:url';
import type { Artifact } from '../domain/artifact.ts';
import { readArtifact, stampArtifact } from './artifact-files.ts';
import { ArtifactStore, nameOf } from './artifact-store.ts';

/** Directory of the bundled model. */
export const bundledModelDirectory = fileURLToPath(new URL('../../models/default', import.meta.url));

/** Its name in messages. */
export const bundledModelName = 'the bundled default model';

/** The model that should serve. */
export interface FoundArtifact {
  readonly origin: 'published' | 'bundled';
  /** Its name in messages. */
  readonly name: string;
  /** Changes when another model is published, or when its files change. */
  readonly revision: string;
  /** Throws ArtifactError. */
  read(): Promise<Artifact>;
}

export type FindArtifact = () => Promise<FoundArtifact>;

interface ArtifactFinderOptions {
  /** Directory of all artifacts. */
  directory: string;
  /** Slug. */
  brand: string;
  /** Id of this deployment. Models of other deployments are refused. */
  deployment: string;
  bundledDirectory?: string;
}

/**
 * Finds the model that is published for the brand, or the bundled model when none is. Cheap enough to call every second.
 * Throws ArtifactError when the name of the published version cannot be read.
 */
export function createArtifactFinder({
  directory,
  brand,
  deployment,
  bundledDirectory = bundledModelDirectory,
}: ArtifactFinderOptions): FindArtifact {
  const store = new ArtifactStore(directory, deployment);
  const findBundled = createBundledFinder(bundledDirectory);
  return async () => {
    const { current } = await store.published(brand);
    if (current === null) return findBundled();
    const name = nameOf(current);
    return {
      origin: 'published',
      name,
      revision: `${name} ${await stampArtifact(store.directoryOf(brand, current))}`,
      read: () => store.readPublished(brand, current),
    };
  };
}

/** Finds the bundled model. */
export function createBundledFinder(directory = bundledModelDirectory): FindArtifact {
  return async () => ({
    origin: 'bundled',
    name: bundledModelName,
    revision: `${bundledModelName} ${await stampArtifact(directory)}`,
    read: () => readArtifact(directory, bundledModelName),
  });
}
