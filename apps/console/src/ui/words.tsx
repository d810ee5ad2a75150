import { Fragment } from 'react';
import { isTooLong, piecesOf } from './word-pieces.ts';

/**
 * A text whose long words, such as e-mail addresses, break after a sign and not in the middle of a name. Only a piece that is still
 * too long breaks anywhere. A text from right to left does not change the order of what stands beside it.
 */
export function Words({ children }: { children: string }) {
  return (
    <bdi className="words">
      {piecesOf(children).map((piece, index) => (
        // The pieces have no id, and their order is fixed.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {isTooLong(piece) ? <span className="too-long">{piece}</span> : piece}
        </Fragment>
      ))}
    </bdi>
  );
}
