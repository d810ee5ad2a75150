import type { ApiKeyView } from '@callside/schemas';
import { useLayoutEffect, useRef, useState } from 'react';
import { featureUses, keyName } from './api-key-words.ts';

interface RevokeDialogProps {
  apiKey: ApiKeyView;
  onKeep: () => void;
  onRevoke: () => Promise<void>;
}

/** Asks for confirmation before a key is revoked. */
export function RevokeDialog({ apiKey, onKeep, onRevoke }: RevokeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  // Closes the dialog before it is removed, so that the focus returns to the previous element.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const revoke = async () => {
    setIsBusy(true);
    await onRevoke();
  };

  return (
    <dialog
      ref={dialog}
      className="revoke"
      aria-labelledby="revoke-heading"
      aria-describedby="revoke-text"
      onCancel={(event) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <h2 id="revoke-heading">Revoke {keyName(apiKey)}?</h2>
      <p id="revoke-text">
        Whatever uses it to {featureUses[apiKey.feature]} is refused from its next request on. This cannot be taken
        back; a new key can be issued.
      </p>
      <div className="choices">
        <button type="button" onClick={onKeep}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={isBusy} onClick={revoke}>
          Revoke key
        </button>
      </div>
    </dialog>
  );
}
