import type { onnx as Onnx } from 'onnx-proto';
import onnxProto from 'onnx-proto';

/** What an ONNX model says about itself. */
export interface OnnxDescription {
  readonly metadata: Readonly<Record<string, string>>;
  /** Without the constants, which older files list among the inputs. */
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

interface OnnxValue {
  readonly name: string;
  readonly isFloat: boolean;
  /** Of a matrix; null when they are not fixed. */
  readonly columns: number | null;
}

/** Throws a RangeError when the file is no ONNX model. */
export function describeOnnx(bytes: Uint8Array): OnnxDescription {
  const { graph, metadataProps } = decodeOnnx(bytes);
  const constants = new Set((graph?.initializer ?? []).map(({ name }) => name));
  return {
    metadata: Object.fromEntries(metadataProps.map(({ key, value }) => [key ?? '', value ?? ''])),
    inputs: (graph?.input ?? []).filter(({ name }) => !constants.has(name)).map(describeValue),
    outputs: (graph?.output ?? []).map(describeValue),
  };
}

export function decodeOnnx(bytes: Uint8Array): Onnx.ModelProto {
  try {
    return onnxProto.onnx.ModelProto.decode(bytes);
  } catch (cause) {
    throw new RangeError('the file is no ONNX model', { cause });
  }
}

function describeValue({ name, type }: Onnx.IValueInfoProto): OnnxValue {
  const tensor = type?.tensorType;
  const columns = Number(tensor?.shape?.dim?.[1]?.dimValue ?? 0);
  return {
    name: name ?? '',
    isFloat: tensor?.elemType === onnxProto.onnx.TensorProto.DataType.FLOAT,
    columns: columns > 0 ? columns : null,
  };
}
