import type { RepSignal } from '@callside/client';

interface Sender {
  confirmPainted: (id: string) => void;
}

interface Options {
  isVisible: () => boolean;
  /** Calls back after the browser has painted the current state of the page. */
  afterPaint: (callback: () => void) => void;
}

/** Sends the service a receipt for each event that this tab has painted. A hidden tab paints nothing and sends none. */
export class PaintedReceipts {
  readonly #options: Options;
  #sender: Sender | null = null;
  #unpainted: string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  sendThrough(sender: Sender): void {
    this.#sender = sender;
    this.#unpainted = [];
  }

  /** To be called with each signal, before it changes the page. */
  note(signal: RepSignal): void {
    if (signal.type === 'call.event' && signal.message.id !== undefined) this.#unpainted.push(signal.message.id);
  }

  /** To be called when the page shows the changes of all signals so far. */
  rendered(): void {
    const ids = this.#unpainted;
    const sender = this.#sender;
    if (ids.length === 0) return;
    this.#unpainted = [];
    if (!this.#options.isVisible()) return;
    this.#options.afterPaint(() => {
      if (this.#options.isVisible()) for (const id of ids) sender?.confirmPainted(id);
    });
  }
}

/** A message posted in an animation frame arrives after the frame was painted. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      callback();
    };
    port2.postMessage(null);
  });
}
