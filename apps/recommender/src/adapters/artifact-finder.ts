import { join } from 'node:path';
import type { Artifact, ArtifactManifest } from '../models/artifact.ts';
import { packageDirectory } from '../package-directory.ts';
import { readArtifact, readManifest, stampArtifact } from './artifact-files.ts';
import { ArtifactStore, nameOf } from './artifact-store.ts';

/** Directory of the bundled model. */
export const bundledModelDirectory = join(packageDirectory, 'models/default');

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

interface ArtifactLocation {
  /** Directory of all artifacts. */
  directory: string;
  /** Of the brand. */
  slug: string;
  /** Id of this deployment. Models of other deployments are refused. */
  deployment: string;
  bundledDirectory?: string;
}

/**
 * Finds the model that is published for the brand, or the bundled model when none is. Cheap enough to call every second.
 * Throws ArtifactError when the name of the published version cannot be read.
 */
export async function findArtifact(location: ArtifactLocation): Promise<FoundArtifact> {
  const { directory, slug, deployment, bundledDirectory } = location;
  const store = new ArtifactStore(directory, deployment);
  const { current } = await store.published(slug);
  if (current === null) return findBundled(bundledDirectory);
  const name = nameOf(current);
  return {
    origin: 'published',
    name,
    revision: `${name} ${await stampArtifact(store.directoryOf(slug, current))}`,
    read: () => store.readPublished(slug, current),
  };
}

/** Finds the bundled model. */
export async function findBundled(directory = bundledModelDirectory): Promise<FoundArtifact> {
  return {
    origin: 'bundled',
    name: bundledModelName,
    revision: `${bundledModelName} ${await stampArtifact(directory)}`,
    read: () => readArtifact(directory, bundledModelName),
  };
}

/** Null when there is no bundled model. */
export function readBundledManifest(): Promise<ArtifactManifest | null> {
  return readManifest(bundledModelDirectory, bundledModelName).catch(() => null);
}

/** `none` when there is no bundled model. */
export async function bundledVersion(): Promise<string> {
  return (await readBundledManifest())?.artifact_version ?? 'none';
}
