import { busyRep, nobody, sharedNumber, sharedRequest } from './fill-log.ts';

export interface MeasuredRead {
  name: string;
  /** Path below the brand. */
  path: string;
}

const usualRep = 'caller7@bench.example';
const number = '+14155550007';

/** Every filter of the two lists, alone and combined, including filters that few rows pass, and late pages. */
export function readsInRange(range: { from: Date; to: Date }): MeasuredRead[] {
  const filters: Record<string, string>[] = [
    {},
    { agent_email: usualRep },
    { agent_email: busyRep },
    { event: 'recording-paused' },
    { resolved: 'true' },
    { resolved: 'false' },
    { agent_email: busyRep, event: 'recording-paused' },
    { agent_email: busyRep, resolved: 'false' },
    { agent_email: nobody, event: 'call-ended' },
    { event: 'call-started', resolved: 'false' },
    { agent_email: usualRep, event: 'call-ended', resolved: 'true' },
    { phone: number },
    { phone: number, event: 'recording-paused' },
    { phone: number, agent_email: nobody },
    { phone: sharedNumber },
    { phone: sharedNumber, event: 'recording-paused' },
    { request_id: sharedRequest },
  ];
  const within = { from: range.from.toISOString(), to: range.to.toISOString() };
  const cursor = Buffer.from(`${range.to.getTime()} 1`).toString('base64url');
  const events = filters.flatMap((filter) => [
    toRead('events', filter),
    toRead('events', { ...filter, ...within }),
    toRead('events', { ...filter, cursor }),
  ]);
  const chatFilters: Record<string, string>[] = [
    {},
    { phone: number },
    { agent_email: busyRep },
    { phone: number, agent_email: busyRep },
  ];
  return [...events, ...chatFilters.map((filter) => toRead('chats', filter))];
}

function toRead(list: string, filter: Record<string, string>): MeasuredRead {
  const shown = Object.entries(filter).map(([name, value]) =>
    name === 'event' || name === 'resolved' ? `${name}=${value}` : name === 'agent_email' ? value.split('@')[0] : name,
  );
  return { name: [list, ...shown].join(' '), path: `/${list}?${new URLSearchParams(filter)}` };
}
