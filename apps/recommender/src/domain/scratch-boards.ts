import { ScoreBoard } from './score-board.ts';

export interface Boards {
  readonly items: ScoreBoard;
  readonly customers: ScoreBoard;
}

export interface BoardSizes {
  readonly items: number;
  readonly customers: number;
}

/** Boards that are more than this many times too large are replaced. */
const mostTimesTooLarge = 4;

/**
 * Working memory that is reused between requests: 12 bytes per item and per customer. It depends on sizes only, so a
 * refresh of stock or catalogue keeps it.
 */
export class ScratchBoards {
  #items = new ScoreBoard(0);
  #customers = new ScoreBoard(0);

  /** Lends empty boards of at least these sizes. Clears them afterwards, also when the work throws. */
  use<Result>(sizes: BoardSizes, work: (boards: Boards) => Result): Result {
    this.#items = fitting(this.#items, sizes.items);
    this.#customers = fitting(this.#customers, sizes.customers);
    const boards = { items: this.#items, customers: this.#customers };
    try {
      return work(boards);
    } finally {
      boards.items.clear();
      boards.customers.clear();
    }
  }
}

function fitting(board: ScoreBoard, size: number): ScoreBoard {
  const present = board.scores.length;
  return present >= size && present <= Math.max(1, size) * mostTimesTooLarge ? board : new ScoreBoard(size);
}
