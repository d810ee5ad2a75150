/** Offers with about the same predicted probability. */
export interface ReliabilityBin {
  readonly offers: number;
  /** Means over the offers, by the weights of their customers. */
  readonly predicted: number;
  readonly bought: number;
}

/** How well predicted probabilities agree with what was bought. */
export interface Reliability {
  /** By ascending prediction, each with a tenth of the offers. */
  readonly bins: readonly ReliabilityBin[];
  /** Mean distance of the two means of a bin, weighted by offers. */
  readonly expected_calibration_error: number;
}

export interface Prediction {
  readonly predicted: number;
  /** 1 or 0. */
  readonly bought: number;
  /** That of the customer. */
  readonly weight: number;
}

const binCount = 10;

export function reliabilityOfPredictions(predictions: readonly Prediction[]): Reliability {
  const sorted = [...predictions].sort((one, other) => one.predicted - other.predicted);
  const bins = Array.from({ length: binCount }, (_, bin) => {
    const [from, to] = [bin, bin + 1].map((edge) => Math.round((edge * sorted.length) / binCount));
    return sorted.slice(from, to);
  })
    .filter((bin) => bin.length > 0)
    .map((bin) => ({ offers: bin.length, predicted: meanOf(bin, 'predicted'), bought: meanOf(bin, 'bought') }));
  const distance = bins.reduce((sum, { offers, predicted, bought }) => sum + offers * Math.abs(predicted - bought), 0);
  return { bins, expected_calibration_error: sorted.length === 0 ? 0 : distance / sorted.length };
}

function meanOf(bin: readonly Prediction[], of: 'predicted' | 'bought'): number {
  const weights = bin.reduce((sum, { weight }) => sum + weight, 0);
  return bin.reduce((sum, prediction) => sum + prediction.weight * prediction[of], 0) / weights;
}
