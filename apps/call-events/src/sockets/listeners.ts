// Classes in place of object literals: ten thousand sockets are listed each second, and every closure would be garbage.

import type { OffersOnFile } from '../domain/call-offers.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { CompanionListener, OffersMark, TabListener } from '../use-cases/refresh-audience.ts';
import { callStateMessage } from '../views/call.ts';
import type { TabMessage } from '../views/messages.ts';
import { offersView } from '../views/offers.ts';
import { type CompanionKnowledge, noKnowledge, recordingStateView } from '../views/recording.ts';
import { sendToCompanion } from './send-to-companion.ts';
import { noteDelivered, sendToTabs } from './send-to-tabs.ts';
import type { PushSocket } from './socket-types.ts';

/** A socket that has received its first snapshot. */
class Listening {
  readonly userId: string;
  protected readonly socket: PushSocket;

  constructor(socket: PushSocket, userId: string) {
    this.socket = socket;
    this.userId = userId;
  }

  get id(): string {
    return this.socket.id;
  }
}

export class ListeningTab extends Listening implements TabListener {
  readonly kind = 'tab';

  delivered(): number {
    return this.socket.data.deliveredVersion ?? 0;
  }

  deliveredOffers(): OffersMark | null {
    return this.socket.data.deliveredOffers ?? null;
  }

  shown(): CompanionKnowledge {
    return this.socket.data.shown ?? noKnowledge;
  }

  sendState(rep: RepSnapshot): void {
    this.send({ name: 'call.state', payload: callStateMessage(rep) });
  }

  sendOffers(offers: OffersOnFile): void {
    this.send({ name: 'offers', payload: offersView(offers) });
  }

  send(message: TabMessage): void {
    sendToTabs(this.socket.nsp.local.to(this.socket.id), message);
    noteDelivered(this.socket, message);
  }
}

export class ListeningCompanion extends Listening implements CompanionListener {
  readonly kind = 'companion';

  delivered(): number {
    return this.socket.data.deliveredSequence ?? 0;
  }

  sendState({ state }: RepSnapshot): void {
    sendToCompanion(this.socket, { name: 'recording.state', payload: recordingStateView(state) });
  }
}
