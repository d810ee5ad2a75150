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
  bundledDirectory?: string;
}

/**
 * Finds what is published for the brand, or the bundled model when nothing is. Cheap enough to ask each second. Throws
 * ArtifactError when it cannot be told what is published.
 */
export function createArtifactFinder({
  directory,
  brand,
  bundledDirectory = bundledModelDirectory,
}: ArtifactFinderOptions): FindArtifact {
  const store = new ArtifactStore(directory);
  return async () => {
    const { current } = await store.published(brand);
    const isBundled = current === null;
    const files = isBundled ? bundledDirectory : store.directoryOf(brand, current);
    const name = isBundled ? bundledModelName : nameOf(current);
    return {
      origin: isBundled ? 'bundled' : 'published',
      name,
      revision: `${name} ${await stampArtifact(files)}`,
      read: () => readArtifact(files, name, current ?? undefined),
    };
  };
}
