import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface NameServer {
  port: number;
  /** IPv4 addresses by name; a name that is absent does not exist. */
  records: Map<string, string>;
  /** How many questions were about a name that did not exist. */
  readonly unknown: number;
  close: () => void;
}

const headerBytes = 12;

/** A DNS server on 127.0.0.1 with A records only. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  let unknown = 0;
  socket.on('message', (query, { address, port }) => {
    const name = nameIn(query);
    if (!records.has(name)) unknown += 1;
    socket.send(answerTo(query, records.get(name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: (socket.address() as AddressInfo).port,
    records,
    get unknown() {
      return unknown;
    },
    close: () => socket.close(),
  };
}

/** RFC 1035, section 4.1: the name of the one question follows the header, in labels that begin with their length. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.').toLowerCase();
}

function answerTo(query: Buffer, ip: string | undefined): Buffer {
  const endOfName = headerBytes + nameIn(query).length + 2;
  const isAnswered = ip !== undefined && query.readUInt16BE(endOfName) === 1;
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // An answer, with the code 3 for a name that does not exist.
  header.writeUInt16BE(ip === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isAnswered ? 1 : 0, 6);
  const question = query.subarray(headerBytes, endOfName + 4);
  if (!isAnswered) return Buffer.concat([header, question]);
  // The name of the question, type A, class IN, valid for 0 s, four bytes.
  const record = [0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)];
  return Buffer.concat([header, question, Buffer.from(record)]);
}
