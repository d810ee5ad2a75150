import onnxProto from 'onnx-proto';
import { exportOnnx } from './onnx-export.ts';

const ensemble = {
  featureCount: 2,
  baseScore: 0.25,
  trees: [
    {
      feature: Int32Array.of(1, -1, -1),
      threshold: Float32Array.of(0.5, 0, 0),
      left: Int32Array.of(1, 0, 0),
      right: Int32Array.of(2, 0, 0),
      value: Float32Array.of(0, -1, 1),
    },
  ],
};

describe('exportOnnx', () => {
  it('names the producer of the model and keeps the metadata in order', () => {
    const bytes = exportOnnx(ensemble, { producerVersion: '2.1.0', metadata: { schema: 'abc', brand: 'north' } });
    const model = onnxProto.onnx.ModelProto.decode(bytes);
    expect(model).toMatchObject({ producerName: 'callside', producerVersion: '2.1.0' });
    expect(model.metadataProps).toMatchObject([
      { key: 'schema', value: 'abc' },
      { key: 'brand', value: 'north' },
    ]);
  });

  it('has the input `features` and the output `scores`', () => {
    const bytes = exportOnnx(ensemble, { producerVersion: '1.0.0', metadata: {} });
    const { graph } = onnxProto.onnx.ModelProto.decode(bytes);
    expect(graph?.input).toMatchObject([{ name: 'features' }]);
    expect(graph?.output).toMatchObject([{ name: 'scores' }]);
    expect(graph?.node).toMatchObject([{ opType: 'TreeEnsembleRegressor', domain: 'ai.onnx.ml' }]);
  });

  it('gives the same bytes for the same ensemble', () => {
    const description = { producerVersion: '1.0.0', metadata: { schema: 'abc' } };
    expect(exportOnnx(ensemble, description)).toEqual(exportOnnx(ensemble, description));
  });
});
