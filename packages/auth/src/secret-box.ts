import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface SecretBox {
  /** The text to store: base64 of nonce, tag and ciphertext. */
  seal: (secret: string) => string;
  /** null for a text that no secret of this deployment sealed, or that was changed. */
  open: (sealed: string) => string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts secrets of others that the service must be able to use, such as a client secret. The key is derived from the first
 * secret; texts that were sealed with a later one can still be opened, so that the secret can be replaced.
 */
export function createSecretBox({
  secrets,
  purpose = 'callside stored secrets',
}: {
  secrets: readonly string[];
  /** A text sealed for one purpose cannot be opened for another. */
  purpose?: string;
}): SecretBox {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const [newest] = keys;
  if (newest === undefined) throw new Error('there is no secret to derive a key from');
  return {
    seal: (secret) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newest, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < nonceBytes + tagBytes) return null;
      for (const key of keys) {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        try {
          return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString();
        } catch {
          // Sealed with another key, or changed.
        }
      }
      return null;
    },
  };
}
