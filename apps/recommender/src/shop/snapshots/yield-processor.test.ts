import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const file = new URL('./yield-processor.ts', import.meta.url).href;

/** In a process of its own: only root could give this one its priority back. */
async function priorityAfter(before: number): Promise<string> {
  const program = `
    import { getPriority, setPriority } from 'node:os';
    setPriority(0, ${before});
    const { yieldProcessor } = await import('${file}');
    yieldProcessor();
    process.stdout.write(String(getPriority(0)));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

if (process.platform === 'linux') {
  it('lowers the priority of its thread', async () => {
    expect(await priorityAfter(8)).toBe('10');
  });

  // Only root may raise it: the thread would end, and the service would never load its catalogue.
  it('keeps a priority that is lower already', async () => {
    expect(await priorityAfter(15)).toBe('15');
  });
}
