import { LeaseRestoration } from './lease-restoration.ts';
import type { LeaseOnFile } from './lease-store.ts';

const onFile: LeaseOnFile = { sessionId: 's', token: 't', isOrphaned: false, forMs: 1_000 };

function restoration({ failures = 0 } = {}) {
  const restored: (readonly LeaseOnFile[])[] = [];
  let left = failures;
  const leases = {
    restore: async (added: readonly LeaseOnFile[]) => {
      left -= 1;
      if (left >= 0) throw new Error('no lease store');
      restored.push(added);
    },
  };
  return { restored, lost: new LeaseRestoration({ sessions: { leasesOnFile: async () => [onFile] }, leases }) };
}

describe('LeaseRestoration', () => {
  it('adds the leases on file once after the start, and once after each return of the store', async () => {
    const { restored, lost } = restoration();
    await lost.restore();
    await lost.restore();
    expect(restored).toEqual([[onFile]]);
    lost.noteReturn();
    await lost.restore();
    await lost.restore();
    expect(restored).toEqual([[onFile], [onFile]]);
  });

  it('tries again after a failure', async () => {
    const { restored, lost } = restoration({ failures: 1 });
    await expect(lost.restore()).rejects.toThrow('no lease store');
    expect(restored).toEqual([]);
    await lost.restore();
    expect(restored).toEqual([[onFile]]);
  });
});
