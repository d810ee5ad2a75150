import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import path from 'node:path';

// PostgreSQL refuses to run as root, so root runs its programs under another account.

export interface PostgresAccount {
  /** The command line and options that run a program as this account. */
  run(command: string, args: readonly string[]): AccountCommand;
  own(file: string): void;
}

export interface AccountCommand {
  command: string;
  args: string[];
  options: { uid?: number; gid?: number };
}

interface Ids {
  uid: number;
  gid: number;
}

/** `reads` are the paths that the programs must reach: their own files and the parent of the data directory. */
export function choosePostgresAccount(dataDir: string, reads: readonly string[]): PostgresAccount {
  const owner = ownerOf(dataDir);
  if (process.getuid?.() !== 0) {
    refuseForeignData(dataDir, owner);
    return { run: (command, args) => ({ command, args: [...args], options: {} }), own: () => undefined };
  }
  const ids = owner ?? findOrCreatePostgresUser();
  const own = (file: string) => chownSync(file, ids.uid, ids.gid);
  if (reads.every((file) => canReach(file, ids))) {
    return { own, run: (command, args) => ({ command, args: [...args], options: ids }) };
  }
  return {
    own,
    run: (command, args) => ({ command: 'setpriv', args: [...passage(ids), command, ...args], options: {} }),
  };
}

// A clone below a directory of mode 0700, such as /root, is closed to other accounts. The capability gives access to it. The
// secure bit lets access(2) respect the capability; initdb uses access(2) to find its other programs.
function passage({ uid, gid }: Ids): string[] {
  const capability = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  const account = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  return [...account, ...capability, '--securebits', '+no_setuid_fixup', '--'];
}

function ownerOf(dataDir: string): Ids | null {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

function refuseForeignData(dataDir: string, owner: Ids | null): void {
  if (owner === null || owner.uid === process.getuid?.()) return;
  throw new Error(`${dataDir} was made as root: start as root again, or remove it as root to begin with no data`);
}

function findOrCreatePostgresUser(): Ids {
  try {
    return idsOfPostgres();
  } catch {
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
    execFileSync('useradd', [...options, '--shell', '/usr/sbin/nologin', 'postgres'], { stdio: 'pipe' });
    return idsOfPostgres();
  }
}

function idsOfPostgres(): Ids {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe', encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function canReach(file: string, { uid, gid }: Ids): boolean {
  const { mode, uid: owner, gid: group } = statSync(file);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  if (((mode >> shift) & 0o1) === 0) return false;
  const parent = path.dirname(file);
  return parent === file || canReach(parent, { uid, gid });
}
