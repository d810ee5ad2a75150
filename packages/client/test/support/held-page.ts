import type { PageLife } from '../../src/index.ts';

type Listeners = Parameters<PageLife['listen']>[0];

/** A page whose visibility and network state the test controls. */
export class HeldPage implements PageLife {
  #online = true;
  #listeners: Listeners | undefined;

  isOnline(): boolean {
    return this.#online;
  }

  listen(listeners: Listeners): () => void {
    this.#listeners = listeners;
    return () => {
      this.#listeners = undefined;
    };
  }

  wake(): void {
    this.#listeners?.onWake();
  }

  changeNetwork(online: boolean): void {
    this.#online = online;
    this.#listeners?.onNetworkChange();
  }
}
