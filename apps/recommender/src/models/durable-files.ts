import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

// Writes are atomic and durable: after a crash, what was written is complete or absent.

/** Writes a directory with its files. Resolves to false when it exists and is not empty. */
export async function writeDirectory(
  path: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<boolean> {
  const parent = dirname(path);
  const temporary = join(parent, `.unfinished-${randomUUID()}`);
  await mkdir(temporary, { recursive: true });
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(temporary, name), content);
    await syncDirectory(temporary);
    await rename(temporary, path);
    await syncDirectory(parent);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A concurrent reader sees the old or the new file. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true });
  const temporary = join(directory, `.${basename(path)}-${randomUUID()}`);
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
    await syncDirectory(directory);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Rejects when no file can be written to the directory. */
export async function probeDirectory(path: string): Promise<void> {
  const probe = join(path, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, 'checks that a model can be written');
  } finally {
    await rm(probe, { force: true });
  }
}

/** Free bytes for users other than root. */
export async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** `ENOENT` and similar. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
}

async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
