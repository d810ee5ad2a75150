// The states table of the specification, implemented independently of the service.

export interface ModelEvent {
  event: string;
  phone_number?: string | null | undefined;
  customer_id?: string | null | undefined;
}

interface ModelCall {
  number: string;
  customer: string | null;
  endReason: 'ended' | 'superseded' | null;
}

export class CallModel {
  readonly calls: ModelCall[] = [];
  version = 0;
  onHold = false;
  paused = false;

  get live(): ModelCall | null {
    const last = this.calls.at(-1);
    return last !== undefined && last.endReason === null ? last : null;
  }

  /** The answer that the service should give. */
  apply({ event, phone_number, customer_id }: ModelEvent): { duplicate: boolean; call_active: boolean } {
    const customer = customer_id ?? null;
    const number = phone_number ?? '';
    if (event === 'call-started') {
      const isSame =
        this.live?.number === number &&
        (this.live.customer === null || customer === null || this.live.customer === customer);
      if (isSame) return { duplicate: true, call_active: true };
      if (this.live) this.end('superseded');
      this.calls.push({ number, customer, endReason: null });
      this.version += 1;
      return { duplicate: false, call_active: true };
    }
    if (!this.live) return { duplicate: false, call_active: false };
    if (event === 'call-ended') this.end('ended');
    else this.version += 1;
    if (event === 'hold-started') this.onHold = true;
    if (event === 'hold-ended') this.onHold = false;
    if (event === 'recording-paused') this.paused = true;
    if (event === 'recording-resumed') this.paused = false;
    return { duplicate: false, call_active: true };
  }

  private end(reason: 'ended' | 'superseded'): void {
    if (this.live) this.live.endReason = reason;
    this.version += 1;
    this.onHold = false;
    this.paused = false;
  }
}
