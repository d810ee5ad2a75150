/// <reference lib="dom" />
import { DeskLink } from './desk-link.ts';

/** What the frame may do: copy a number, and play the sound of a new call. */
const permissions = 'clipboard-write; autoplay';

/** Node has no elements, and a page that a server renders imports this file there. */
const ElementOfPage = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<callside-desk src="https://calls.example.com">`: the calls of the signed-in rep in a page of another system. The property
 * `getToken` returns a token that the page's own server got from `POST /{brand}/embed-tokens`. Fires `call-started` and `call-ended`
 * with `detail.reference`.
 */
export class CallsideDesk extends ElementOfPage {
  static readonly observedAttributes = ['src', 'label'];

  /** Called whenever the desk needs a token. `declare`, so that a value from before the upgrade is kept. */
  declare getToken: (() => Promise<string>) | undefined;

  #frame: HTMLIFrameElement | null = null;
  #stopListening: (() => void) | undefined;

  connectedCallback(): void {
    this.#open();
  }

  disconnectedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#open();
  }

  #open(): void {
    const src = this.getAttribute('src');
    const origin = src !== null && URL.canParse(src, location.href) ? new URL(src, location.href).origin : null;
    const title = this.getAttribute('label') ?? 'Callside';
    const address = `${origin}/embed`;
    // The same desk goes on: another frame would connect again.
    if (this.#frame?.src === address) {
      this.#frame.title = title;
      return;
    }
    this.#close();
    if (origin === null) return;
    const frame = document.createElement('iframe');
    const link = new DeskLink({
      origin,
      frame: () => frame.contentWindow,
      getToken: async () => {
        if (this.getToken === undefined) throw new Error('<callside-desk> has no getToken yet');
        return this.getToken();
      },
      onCall: (type, reference) =>
        this.dispatchEvent(new CustomEvent(type, { detail: { reference }, bubbles: true, composed: true })),
    });
    const receive = (event: MessageEvent) => void link.receive(event);
    window.addEventListener('message', receive);
    this.#stopListening = () => window.removeEventListener('message', receive);
    frame.src = address;
    frame.title = title;
    frame.allow = permissions;
    // Set one by one: the page's policy may forbid style attributes.
    frame.style.width = '100%';
    frame.style.height = '100%';
    frame.style.border = '0';
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    this.#frame = frame;
    this.append(frame);
  }

  #close(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#frame?.remove();
    this.#frame = null;
  }
}

const registry = globalThis.customElements as CustomElementRegistry | undefined;
if (registry?.get('callside-desk') === undefined) registry?.define('callside-desk', CallsideDesk);

declare global {
  interface HTMLElementTagNameMap {
    'callside-desk': CallsideDesk;
  }
}
