import { join } from 'node:path';
import { packageDirectory } from '../package-directory.ts';
import type { Artifact, ArtifactManifest } from './artifact.ts';
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

export type FindRanking = () => Promise<FoundArtifact>;

interface ArtifactLocation {
  /** Directory of all artifacts. */
  directory: string;
  /** Slug of the brand. */
  slug: string;
  /** Id of this deployment. Models of other deployments are refused. */
  deployment: string;
  bundledDirectory?: string;
}

/**
 * Finds the model that is published for the brand, or the default of the service when none is. This is cheap enough to call every second.
 * Throws ArtifactError when the name of the published version cannot be read.
 */
export async function findRanking(location: ArtifactLocation): Promise<FoundArtifact> {
  const { directory, slug, deployment, bundledDirectory } = location;
  const { current } = await new ArtifactStore(directory, deployment).published(slug);
  return current === null ? findBundled(bundledDirectory) : findStored(location, current);
}

/** A stored model of the brand. Throws ArtifactError. */
export async function findStored(
  { directory, slug, deployment }: ArtifactLocation,
  version: string,
): Promise<FoundArtifact> {
  const store = new ArtifactStore(directory, deployment);
  const name = nameOf(version);
  return {
    origin: 'published',
    name,
    revision: `${name} ${await stampArtifact(store.directoryOf(slug, version))}`,
    read: () => store.readPublished(slug, version),
  };
}

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
