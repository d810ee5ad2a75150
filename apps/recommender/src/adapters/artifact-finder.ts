import { fileURLToPath } from 'node:url';
import type { Artifact } from '../domain/artifact.ts';
import { readArtifact, stampArtifact } from './artifact-files.ts';
import { ArtifactStore, nameOf } from './artifact-store.ts';

/** The model that comes with the service. */
export const bundledModelDirectory = fileURLToPath(new URL('../../models/default', import.meta.url));

/** As messages call it. */
export const bundledModelName = 'the bundled default model';

/** The model that is to serve. */
export interface FoundArtifact {
  readonly origin: 'published' | 'bundled';
  /** As messages call it. */
  readonly name: string;
  /** Another one whenever another model is published, or its files change. */
  readonly revision: string;
  /** Throws ArtifactError. */
  read(): Promise<Artifact>;
}

export type FindArtifact = () => Promise<FoundArtifact>;

interface ArtifactFinderOptions {
  /** Of all artifacts. */
  directory: string;
  /** Slug. */
  brand: string;
  /** Id of this deployment: models of others are not its own. */
  deployment: string;
  bundledDirectory?: string;
}

/**
 * Finds what is published for the brand, or the bundled model when nothing is. Cheap enough to ask each second. Throws
 * ArtifactError when it cannot be told what is published.
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

/** Finds the model that comes with the service. */
export function createBundledFinder(directory = bundledModelDirectory): FindArtifact {
  return async () => ({
    origin: 'bundled',
    name: bundledModelName,
    revision: `${bundledModelName} ${await stampArtifact(directory)}`,
    read: () => readArtifact(directory, bundledModelName),
  });
}
