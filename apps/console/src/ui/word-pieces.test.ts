import { isTooLong, piecesOf } from './word-pieces.ts';

describe('where a line may end', () => {
  it('is after each word', () => {
    expect(piecesOf('Robin Rep')).toEqual(['Robin ', 'Rep']);
    expect(piecesOf('')).toEqual(['']);
  });

  it('is after a sign of a long address, and not in a usual one', () => {
    expect(piecesOf('robin.rep@reps.example')).toEqual(['robin.rep@reps.example']);
    expect(piecesOf('Robin (robin.rep@a-long-name.reps.example)')).toEqual([
      'Robin ',
      '(robin.',
      'rep@',
      'a-',
      'long-',
      'name.',
      'reps.',
      'example)',
    ]);
  });

  it('is anywhere in a piece that is still too long', () => {
    const name = 'Donaudampfschifffahrtsgesellschaft';
    expect(piecesOf(`Max ${name} Muster`).map(isTooLong)).toEqual([false, true, false]);
    expect(piecesOf(`max@${name}.example`).map(isTooLong)).toEqual([false, true, false]);
  });
});
