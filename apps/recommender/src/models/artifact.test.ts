import { artifactVersion, bundledArtifactVersion, findGoldenMismatch, isArtifactVersion } from './artifact.ts';

const sha256 = '0a1b2c3d'.padEnd(64, '9');

describe('an artifact version', () => {
  it('consists of the training time in UTC and a part of the digest of the ONNX file', () => {
    expect(artifactVersion(new Date('2026-11-21T19:03:05.999+01:00'), sha256)).toBe('20261121T180305-0a1b2c3d');
    expect(bundledArtifactVersion(sha256)).toBe('default-0a1b2c3d');
  });

  it('is recognised by its form', () => {
    expect(isArtifactVersion('20261121T180305-0a1b2c3d')).toBe(true);
  });

  it.each([
    '',
    '..',
    'default-0a1b2c3d',
    '20261121T180305-0a1b2c3d/..',
    '20261121T180305-0A1B2C3D',
    '20261121T180305-0a1b2c3d\n',
  ])('is not %j', (text) => expect(isArtifactVersion(text)).toBe(false));
});

describe('golden rows', () => {
  const golden = { rows: [[1], [2], [3]], scores: [0.5, -2, 1000] };

  it('agree to 1e-4, relative to scores above 1', () => {
    expect(findGoldenMismatch(golden, Float32Array.of(0.50009, -2.0001, 1000.09))).toBeNull();
  });

  it.each([
    ['another score', [0.5, -2.001, 1000], { row: 1, expected: -2, actual: expect.closeTo(-2.001) }],
    ['no number', [0.5, -2, Number.NaN], { row: 2, expected: 1000, actual: Number.NaN }],
    ['too few scores', [0.5, -2], { row: 2, expected: 1000, actual: undefined }],
  ])('do not agree with %s', (_, scores, mismatch) => {
    expect(findGoldenMismatch(golden, Float32Array.from(scores))).toEqual(mismatch);
  });
});
