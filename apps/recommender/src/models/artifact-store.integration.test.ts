import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallArtifact, withManifest } from '../../test/support/small-models.ts';
import { ArtifactStore } from './artifact-store.ts';

/** Ids of deployments. */
const [here, elsewhere] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

let directory: string;
let store: ArtifactStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'artifacts-'));
  store = new ArtifactStore(join(directory, 'not', 'made', 'yet'), here);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const trained = (day: number, base = day) =>
  smallArtifact({ base, trainedAt: new Date(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`) });
const [first, second, third] = [trained(1), trained(2), trained(3)];
const versionOf = (artifact: typeof first) => artifact.manifest.artifact_version;
const pathOf = (artifact: typeof first, ...names: string[]) =>
  join(store.directoryOf('acme', versionOf(artifact)), ...names);

describe('save', () => {
  it('stores a model unchanged and binds it to the deployment', async () => {
    await store.save('acme', first);
    const { manifest, onnx } = await store.read('acme', versionOf(first));
    expect(manifest).toEqual({ ...first.manifest, deployment: here });
    expect(Buffer.from(onnx).equals(first.onnx)).toBe(true);
  });

  it('leaves only the two files', async () => {
    await store.save('acme', first);
    expect(await readdir(join(pathOf(first), '..'))).toEqual([versionOf(first)]);
    expect((await readdir(pathOf(first))).sort()).toEqual(['manifest.json', 'model.onnx']);
  });

  it('stores the backtest of a model beside it', async () => {
    const measurable = smallArtifact({ base: 1, backtestBase: 2 });
    await store.save('acme', measurable);
    const { manifest, backtest } = await store.read('acme', versionOf(measurable));
    expect(manifest).toMatchObject({ learnt_until: '2026-11-20', backtest: measurable.manifest.backtest });
    expect(backtest && Buffer.from(backtest).equals(measurable.backtest ?? Buffer.alloc(0))).toBe(true);
    expect((await readdir(pathOf(measurable))).sort()).toEqual(['backtest.onnx', 'manifest.json', 'model.onnx']);
    await truncate(pathOf(measurable, 'backtest.onnx'), 100);
    await expect(store.read('acme', versionOf(measurable))).rejects.toThrow('backtest.onnx');
  });

  it('accepts the same model again, and refuses another model of the same version', async () => {
    await store.save('acme', first);
    await store.save('acme', first);
    const other = withManifest(second, { artifact_version: versionOf(first) });
    await expect(store.save('acme', other)).rejects.toThrow(`another artifact ${versionOf(first)} exists already`);
    expect(await readdir(join(pathOf(first), '..'))).toEqual([versionOf(first)]);
  });
});

describe('read', () => {
  it('lists the existing models when it does not have the requested one', async () => {
    await expect(store.read('acme', versionOf(first))).rejects.toThrow('it has none yet: train one first');
    await store.save('acme', first);
    await store.save('acme', second);
    await expect(store.read('acme', versionOf(third))).rejects.toThrow(
      `acme has no model "${versionOf(third)}"; it has ${versionOf(second)}, ${versionOf(first)}`,
    );
  });

  it.each(['..', '../acme', '.', '', 'default-0a1b2c3d', 'published.json', '20261121T180305-0a1b2c3d/../..'])(
    'does not look outside the brand for %j',
    async (version) => {
      await store.save('acme', first);
      await expect(store.read('acme', version)).rejects.toMatchObject({ name: 'ArtifactError' });
      expect(() => store.directoryOf('acme', version)).toThrow('is not a version of a model');
    },
  );

  it.each(['..', '', 'a/b', 'Acme'])('refuses the brand %j', async (brand) => {
    await expect(store.read(brand, versionOf(first))).rejects.toThrow('is not a slug of a brand');
  });

  it.each([
    ['a calibration that falls', { calibration: { next_purchase: null, anchors: { slope: -1, intercept: 0 } } }],
    ['an acceptance that falls', { acceptance: { weights: {}, slope: -0.1, intercept: 0 } }],
  ])('refuses %s when the score rises', async (_, changes) => {
    await store.save('acme', withManifest(first, changes));
    await expect(store.read('acme', versionOf(first))).rejects.toThrow(Object.keys(changes)[0]);
  });

  it('refuses a model file that does not match its manifest', async () => {
    await store.save('acme', first);
    await writeFile(pathOf(first, 'model.onnx'), second.onnx);
    await expect(store.read('acme', versionOf(first))).rejects.toThrow('damaged or replaced');
    await truncate(pathOf(first, 'model.onnx'), 100);
    await expect(store.read('acme', versionOf(first))).rejects.toThrow('damaged or replaced');
  });

  it.each([
    ['cut off', '{"artifact_version": "2026', 'is not JSON: it is damaged'],
    ['of another form', '{"artifact_version": 7}', 'is not valid: artifact_version'],
  ])('refuses a manifest that is %s', async (_, text, message) => {
    await store.save('acme', first);
    await writeFile(pathOf(first, 'manifest.json'), text);
    await expect(store.read('acme', versionOf(first))).rejects.toThrow(message);
  });

  it('refuses a model whose file is missing, without naming a path', async () => {
    await store.save('acme', first);
    await rm(pathOf(first, 'model.onnx'));
    const message = `model.onnx of artifact ${versionOf(first)} is missing`;
    await expect(store.read('acme', versionOf(first))).rejects.toMatchObject({ message });
  });
});

describe('list', () => {
  it('is empty before the first model', async () => {
    expect(await store.list()).toEqual([]);
    expect(await store.list('acme')).toEqual([]);
  });

  it('shows each brand with its models, the newest first, and which is published', async () => {
    for (const artifact of [first, third, second]) await store.save('acme', artifact);
    await store.save('zeta', second);
    await store.publish('acme', versionOf(second));
    const seen = (await store.list()).map(({ brand, version, published }) => [brand, version, published]);
    expect(seen).toEqual([
      ['acme', versionOf(third), false],
      ['acme', versionOf(second), true],
      ['acme', versionOf(first), false],
      ['zeta', versionOf(second), false],
    ]);
    expect(await store.list('zeta')).toMatchObject([
      { brand: 'zeta', manifest: { artifact_version: versionOf(second) }, problem: null },
    ]);
  });

  it('shows a damaged model with its problem, and ignores directories that are no model', async () => {
    await store.save('acme', first);
    await rm(pathOf(first, 'manifest.json'));
    await mkdir(join(pathOf(first), '..', '.unfinished-1'));
    expect(await store.list('acme')).toMatchObject([
      { manifest: null, problem: `manifest.json of artifact ${versionOf(first)} is missing` },
    ]);
    await store.save('zeta', second);
    await writeFile(join(store.directoryOf('zeta', versionOf(second)), 'model.onnx'), 'no model');
    expect(await store.list('zeta')).toMatchObject([
      { manifest: null, problem: expect.stringMatching(/^model\.onnx of artifact .*: damaged or replaced$/) },
    ]);
  });
});

describe('publish and rollback', () => {
  beforeEach(async () => {
    for (const artifact of [first, second, third]) await store.save('acme', artifact);
  });

  it('starts with the bundled default', async () => {
    expect(await store.published('acme')).toEqual({ current: null, previous: [] });
  });

  it('keeps the versions that were published before', async () => {
    expect(await store.publish('acme', versionOf(first))).toBeNull();
    expect(await store.publish('acme', versionOf(second))).toBe(versionOf(first));
    expect(await store.publish('acme', versionOf(second))).toBe(versionOf(second));
    expect(await store.published('acme')).toEqual({ current: versionOf(second), previous: [versionOf(first)] });
  });

  it('publishes for one brand only', async () => {
    await store.publish('acme', versionOf(first));
    expect(await store.published('zeta')).toEqual({ current: null, previous: [] });
  });

  it('refuses to publish a version that does not exist', async () => {
    await expect(store.publish('acme', '20261104T120000-00000000')).rejects.toThrow('acme has no model');
    expect(await store.published('acme')).toEqual({ current: null, previous: [] });
  });

  it('goes back step by step to the bundled default, and then refuses', async () => {
    for (const artifact of [first, second, third]) await store.publish('acme', versionOf(artifact));
    expect(await store.rollback('acme')).toEqual({
      current: versionOf(second),
      previous: versionOf(third),
      skipped: [],
    });
    expect(await store.rollback('acme')).toEqual({
      current: versionOf(first),
      previous: versionOf(second),
      skipped: [],
    });
    expect(await store.rollback('acme')).toEqual({ current: null, previous: versionOf(first), skipped: [] });
    await expect(store.rollback('acme')).rejects.toThrow('the bundled default model serves already');
  });

  it('does not go back to a model that was deleted', async () => {
    for (const artifact of [first, second, third]) await store.publish('acme', versionOf(artifact));
    await rm(pathOf(second), { recursive: true });
    expect(await store.rollback('acme')).toEqual({
      current: versionOf(first),
      previous: versionOf(third),
      skipped: [],
    });
  });

  it.each(['', '{', '[]', '{"current": "../../etc", "previous": []}'])(
    'reports the published file as damaged when it contains %j, until the next publish',
    async (text) => {
      const file = join(pathOf(first), '..', 'published.json');
      await writeFile(file, text);
      await expect(store.published('acme')).rejects.toThrow('published.json of acme is damaged');
      await store.publish('acme', versionOf(first));
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ current: versionOf(first), previous: [] });
      expect(await readFile(`${file}.damaged`, 'utf8')).toBe(text);
    },
  );

  it('does not treat an unreadable file as damaged: it publishes nothing and loses nothing', async () => {
    const file = join(pathOf(first), '..', 'published.json');
    await mkdir(file);
    await expect(store.publish('acme', versionOf(first))).rejects.toThrow(
      'published.json of acme in ARTIFACT_DIR cannot be read (EISDIR)',
    );
    await expect(store.rollback('acme')).rejects.toThrow('cannot be read (EISDIR)');
    expect(await readdir(file)).toEqual([]);
  });

  it.each(['publish', 'rollback'] as const)('%s changes nothing when it cannot be recorded', async (action) => {
    await store.publish('acme', versionOf(first));
    const before = await store.published('acme');
    const fail = () => Promise.reject(new Error('the commit failed'));
    const change = action === 'publish' ? store.publish('acme', versionOf(second), fail) : store.rollback('acme', fail);
    await expect(change).rejects.toThrow('the commit failed');
    expect(await store.published('acme')).toEqual(before);
  });

  it('shows a reader the old or the new state, never a mixture', async () => {
    let isPublishing = true;
    const reads: Promise<unknown>[] = [];
    const reading = (async () => {
      while (isPublishing) {
        reads.push(store.published('acme'));
        await reads.at(-1);
      }
    })();
    for (let round = 0; round < 10; round += 1) {
      await store.publish('acme', versionOf(first));
      await store.publish('acme', versionOf(second));
    }
    isPublishing = false;
    await reading;
    expect(reads.length).toBeGreaterThan(0);
  });
});

describe('a model that another deployment stored', () => {
  const other = () => new ArtifactStore(join(directory, 'not', 'made', 'yet'), elsewhere);

  it('is refused with both ids, when it is read or published', async () => {
    await other().save('acme', first);
    const message = `artifact ${versionOf(first)} was made by another deployment (${elsewhere}) than this one (${here})`;
    await expect(store.read('acme', versionOf(first))).rejects.toThrow(message);
    expect(await store.list('acme')).toMatchObject([{ problem: expect.stringContaining(message) }]);
  });

  it('is skipped by a rollback', async () => {
    await other().save('acme', first);
    await other().publish('acme', versionOf(first));
    await store.save('acme', second);
    await store.publish('acme', versionOf(second));
    expect(await store.rollback('acme')).toEqual({
      current: null,
      previous: versionOf(second),
      skipped: [{ version: versionOf(first), problem: expect.stringContaining('another deployment') }],
    });
  });

  it('is also refused when its manifest names no deployment', async () => {
    await store.save('acme', first);
    const manifest = pathOf(first, 'manifest.json');
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8')).replace(/^ {2}"deployment".*$/m, '  "deployment": null,'),
    );
    await expect(store.read('acme', versionOf(first))).rejects.toThrow('was made by another deployment (unknown)');
  });
});

describe('before a model is trained', () => {
  it('there must be space for it', async () => {
    await expect(store.requireSpace('acme')).resolves.toBeUndefined();
    const megabyte = 1024 * 1024;
    const path = join(directory, 'not', 'made', 'yet', 'acme');
    await expect(store.requireSpace('acme', async () => 3 * megabyte)).rejects.toThrow(
      `ARTIFACT_DIR is full: ${path} has 3 MB left, and a model may take 16 MB`,
    );
    expect(await readdir(path)).toEqual([]);
  });

  it('a directory that cannot be read is named', async () => {
    const loop = join(directory, 'loop');
    await symlink('loop', loop);
    await expect(new ArtifactStore(loop, here).list()).rejects.toMatchObject({
      name: 'ArtifactError',
      message: `ARTIFACT_DIR cannot be read: ${loop} (ELOOP)`,
    });
  });

  it('a file in its place is no directory without models', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const ofFile = new ArtifactStore(file, here);
    const unreadable = {
      name: 'ArtifactError',
      message: `ARTIFACT_DIR cannot be read: ${join(file, 'acme')} (ENOTDIR)`,
    };
    await expect(ofFile.publish('acme', versionOf(first))).rejects.toMatchObject(unreadable);
    await expect(ofFile.list('acme')).rejects.toMatchObject(unreadable);
  });

  it('there must be a writable directory', async () => {
    await writeFile(join(directory, 'not'), 'a file');
    const path = join(directory, 'not', 'made', 'yet', 'acme');
    await expect(store.requireSpace('acme')).rejects.toMatchObject({
      name: 'ArtifactError',
      message: `ARTIFACT_DIR cannot be written: ${path} (ENOTDIR)`,
    });
  });
});
