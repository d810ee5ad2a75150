import { createHash } from 'node:crypto';
import { createServiceCredential } from './service-credential.ts';

const credential = 'a credential of any form';
const digest = sha256(credential);

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

test('the check accepts only the text that has the digest', () => {
  const isServiceCredential = createServiceCredential(digest);
  expect(isServiceCredential(credential)).toBe(true);
  for (const other of ['', ' ', `${credential} `, credential.toUpperCase(), digest]) {
    expect(isServiceCredential(other)).toBe(false);
  }
});

test('the check compares a text that is not ASCII by the bytes that were sent', () => {
  const asNodeReadsIt = Buffer.from('crédential', 'utf8').toString('latin1');
  expect(createServiceCredential(sha256('crédential'))(asNodeReadsIt)).toBe(true);
});

test('the check accepts a digest in upper or lower case', () => {
  expect(createServiceCredential(digest.toUpperCase())(credential)).toBe(true);
});

test.each(['', 'ab', `${'0'.repeat(62)}zz`, '0'.repeat(66)])('the check refuses %j as a digest', (text) => {
  expect(() => createServiceCredential(text)).toThrow('64 hexadecimal digits');
});
