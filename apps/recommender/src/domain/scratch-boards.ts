import { ScoreBoard } from './score-board.ts';

export interface Boards {
  readonly items: ScoreBoard;
  readonly customers: ScoreBoard;
}

export interface BoardSizes {
  readonly items: number;
  readonly customers: number;
}

/** Boards that are this many times larger than what is asked for are let go. */
const mostTimesTooLarge = 4;

/**
 * Working memory that is kept from one question to the next: 12 bytes an item and a customer. It belongs to a size, so that
 * a refresh of stock or catalogue goes on with what is there.
 */
export class ScratchBoards {
  #items = new ScoreBoard(0);
  #customers = new ScoreBoard(0);

  /** Lends empty boards of these sizes at least, and leaves them empty, whatever the work has come to. */
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
