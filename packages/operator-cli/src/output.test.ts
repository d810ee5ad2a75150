import { PassThrough, Writable } from 'node:stream';
import { createOutput } from './output.ts';

function capture(json: boolean) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  return {
    output: createOutput({ stdout, stderr }, json),
    read: () => [String(stdout.read() ?? ''), String(stderr.read() ?? '')],
  };
}

function failing(code: string) {
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  stdout.on('error', () => {});
  return createOutput({ stdout, stderr: new PassThrough() }, true);
}

describe('the outcome', () => {
  it('is one JSON value on stdout with --json, and notes go to stderr', async () => {
    const { output, read } = capture(true);
    await output.result({ name: 'a\nb' }, () => 'text');
    output.note('beside');
    expect(read()).toEqual(['{"name":"a\\nb"}\n', 'beside\n']);
  });

  it('is text without --json', async () => {
    const { output, read } = capture(false);
    await output.result({}, () => 'text');
    expect(read()).toEqual(['text\n', '']);
  });

  it('fails when it cannot be written, but not when the reader has closed the pipe', async () => {
    await expect(failing('ENOSPC').result({}, () => '')).rejects.toThrow('could not be written to stdout (ENOSPC)');
    await expect(failing('EPIPE').result({}, () => '')).resolves.toBeUndefined();
  });
});
