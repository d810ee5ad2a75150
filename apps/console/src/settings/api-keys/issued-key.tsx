import type { IssuedApiKeyView } from '@callside/schemas';
import { useEffect, useRef } from 'react';
import { Copyable } from '../../ui/copyable.tsx';
import { featureUses, keyName } from './api-key-words.ts';

interface IssuedKeyProps {
  issued: IssuedApiKeyView;
  onDone: () => void;
}

/** A new key, which is shown only this once. */
export function IssuedKey({ issued, onDone }: IssuedKeyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="issued" aria-labelledby="issued-heading">
      <h2 id="issued-heading" ref={heading} tabIndex={-1}>
        Copy this key now
      </h2>
      <p>
        It is shown this once: only its digest is stored. Whoever has it can {featureUses[issued.feature]}, with the
        header <code>X-API-Key</code>.
      </p>
      <p className="issued-key">
        <Copyable value={issued.key} what={keyName(issued)} />
      </p>
      <button type="button" className="primary" onClick={onDone}>
        I have it
      </button>
    </section>
  );
}
