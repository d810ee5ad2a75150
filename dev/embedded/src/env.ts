export function searchPath(): string {
  return process.env.PATH ?? '';
}

export function environmentWith(additions: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...additions };
}
