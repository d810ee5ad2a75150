import { createHash } from 'node:crypto';
import { createServiceCredential } from './service-credential.ts';

const credential = 'a credential of any form';
const digest = sha256(credential);

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

test('takes the text that has the digest, and no other', () => {
  const isServiceCredential = createServiceCredential(digest);
  expect(isServiceCredential(credential)).toBe(true);
  for (const other of ['', ' ', `${credential} `, credential.toUpperCase(), digest]) {
    expect(isServiceCredential(other)).toBe(false);
  }
});

test('takes what is not ASCII as the bytes that were sent', () => {
  const asNodeReadsIt = Buffer.from('crédential', 'utf8').toString('latin1');
  expect(createServiceCredential(sha256('crédential'))(asNodeReadsIt)).toBe(true);
});

test('takes a digest in either case', () => {
  expect(createServiceCredential(digest.toUpperCase())(credential)).toBe(true);
});

test.each(['', 'ab', `${'0'.repeat(62)}zz`, '0'.repeat(66)])('%j is no digest', (text) => {
  expect(() => createServiceCredential(text)).toThrow('64 hexadecimal digits');
});
