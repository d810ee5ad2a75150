import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { DiallerClient } from '@callside/client';
import { until } from '@callside/test-kit';
import { AsteriskBridge } from '../../src/bridge/asterisk-bridge.ts';

const secret = 'the secret of the user';

/** A manager interface that sends what the test requests. */
class ScriptedAmi {
  readonly #server: Server = createServer((socket) => this.#greet(socket));
  readonly logins: string[] = [];
  /** Accepts connections and says nothing, as a port for TLS does. */
  isSilent = false;
  /** What it answers when it is asked for its channels; null: the user may not ask. */
  channels: Record<string, string>[] | null = [];
  hasAnswered = false;
  #socket: Socket | undefined;

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  #greet(socket: Socket): void {
    socket.on('error', () => {});
    if (this.isSilent) return;
    socket.write('Asterisk Call Manager/9.0.0\r\n');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.includes('\r\n\r\n')) return;
      if (text.startsWith('Action: CoreShowChannels\r\n')) {
        text = '';
        this.#answerChannels(socket);
        return;
      }
      this.logins.push(text);
      const isRight = text.includes(`Username: callside\r\nSecret: ${secret}\r\n`);
      text = '';
      socket.write(`Response: ${isRight ? 'Success' : 'Error'}\r\nActionID: callside-login\r\nMessage: …\r\n\r\n`);
      if (isRight) this.#socket = socket;
      else socket.end();
    });
  }

  #answerChannels(socket: Socket): void {
    const id = 'ActionID: callside-channels\r\n';
    socket.write(`Response: ${this.channels === null ? 'Error' : 'Success'}\r\n${id}Message: …\r\n\r\n`);
    for (const channel of this.channels ?? []) {
      const fields = Object.entries(channel).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`Event: CoreShowChannel\r\n${id}${fields.join('')}\r\n`);
    }
    socket.write(`Event: CoreShowChannelsComplete\r\n${id}\r\n`);
    this.hasAnswered = true;
  }

  /** Sends an event of the agent's channel, in two pieces. */
  say(event: string, fields: Record<string, string> = {}): void {
    const all = {
      Event: event,
      Channel: 'PJSIP/1001-0000001a',
      CallerIDNum: '1001',
      ConnectedLineNum: '+14155550134',
      Uniqueid: '1748541358.476',
      ...fields,
    };
    const text = `${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`;
    this.#socket?.write(text.slice(0, 20));
    this.#socket?.write(text.slice(20));
  }

  cut(): void {
    this.#socket?.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

/** Records what is posted; refuses the first attempt of each event, so that each is sent again. */
const callEvents = createHttpServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const body = JSON.parse(text) as Record<string, unknown>;
    const isFirst = !attempts.has(String(body.event_id));
    attempts.add(String(body.event_id));
    response.statusCode = isFirst ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    if (!isFirst) sent.push({ event: String(request.url).replace('/call-events/', ''), body });
    const outcome = { accepted: true, duplicate: false, agent_resolved: true, call_active: true, delivered_sockets: 0 };
    response.end(JSON.stringify(isFirst ? { detail: 'later', request_id: 'r' } : outcome));
  });
});
let attempts: Set<string>;
let ami: ScriptedAmi;
let stop: AbortController;
let running: Promise<void>;
let sent: { event: string; body: Record<string, unknown> }[];
let reports: string[];

async function start(userSecret = secret): Promise<void> {
  const port = await ami.listen();
  const bridge = new AsteriskBridge({
    host: '127.0.0.1',
    port,
    user: 'callside',
    secret: userSecret,
    now: () => new Date(),
    report: (line) => reports.push(line),
    client: new DiallerClient({
      baseUrl: `http://127.0.0.1:${(callEvents.address() as AddressInfo).port}`,
      apiKey: `cs_live_${'0'.repeat(40)}`,
      retryDelaysMs: [1, 1],
    }),
  });
  running = bridge.run(stop.signal);
  running.catch(() => {});
}

const loggedIn = (times: number) =>
  until(`the bridge has logged in ${times} times`, async () => {
    return reports.filter((line) => line.startsWith('logged in')).length === times;
  });
const posted = (count: number) => until(`${count} events are posted`, async () => sent.length === count);

beforeAll(async () => {
  callEvents.listen(0, '127.0.0.1');
  await once(callEvents, 'listening');
});
afterAll(() => {
  callEvents.closeAllConnections();
  callEvents.close();
});
beforeEach(() => {
  attempts = new Set();
  ami = new ScriptedAmi();
  stop = new AbortController();
  sent = [];
  reports = [];
});
afterEach(async () => {
  stop.abort();
  await running.catch(() => {});
  ami.close();
});

it('posts the events of an agent in order, each with its own id', async () => {
  await start();
  await loggedIn(1);
  const bridge = { BridgeUniqueid: 'b1' };
  ami.say('BridgeEnter', { ...bridge, Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134' });
  ami.say('BridgeEnter', bridge);
  ami.say('Hold');
  ami.say('Unhold');
  ami.say('Hold');
  ami.say('MixMonitorMute', { State: '1', Direction: 'both' });
  ami.say('MixMonitorMute', { State: '0', Direction: 'both' });
  ami.say('BridgeLeave', bridge);
  ami.say('Hangup', { Cause: '16' });
  await posted(8);
  expect(sent.map(({ event }) => event)).toEqual([
    'call-started',
    'hold-started',
    'call-started',
    'hold-ended',
    'hold-started',
    'recording-paused',
    'recording-resumed',
    'call-ended',
  ]);
  expect(sent[0]?.body).toMatchObject({
    agent_email: 'PJSIP/1001',
    phone_number: '+14155550134',
    event_id: expect.stringMatching(/^asterisk:1748541358\.476:call-started:/),
  });
  expect(new Set(sent.map(({ body }) => body.event_id)).size).toBe(8);
});

it.each([
  ['without times', false],
  ['with times', true],
])('posts the return from an attended transfer that was given up as a new start, %s', async (_what, hasTimes) => {
  await start();
  await loggedIn(1);
  const steps = ['BridgeEnter b7', 'BridgeLeave b7', 'BridgeEnter b8', 'BridgeLeave b8', 'BridgeEnter b7'];
  for (const [index, step] of steps.entries()) {
    const [event = '', BridgeUniqueid = ''] = step.split(' ');
    ami.say(event, { BridgeUniqueid, ...(hasTimes && { Timestamp: `1748541400.00000${index}` }) });
  }
  await posted(5);
  expect(sent.map(({ event }) => event)).toEqual([
    'call-started',
    'call-ended',
    'call-started',
    'call-ended',
    'call-started',
  ]);
  expect(new Set(sent.map(({ body }) => body.event_id)).size).toBe(5);
});

it('posts the start of a call again that was on hold while the agent was on another one', async () => {
  await start();
  await loggedIn(1);
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
  ami.say('Hold');
  const consultation = { Channel: 'PJSIP/1001-0000001c', ConnectedLineNum: '1002', Uniqueid: '1748541400.490' };
  ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
  ami.say('BridgeLeave', { ...consultation, BridgeUniqueid: 'b2' });
  ami.say('Unhold', { ConnectedLineNum: '0134' });
  await posted(6);
  expect(sent.map(({ event, body }) => `${event} ${body.phone_number}`).slice(2)).toEqual([
    'call-started 1002',
    'call-ended 1002',
    'call-started +14155550134',
    'hold-ended +14155550134',
  ]);
});

describe('an agent with two calls', () => {
  const consultation = { Channel: 'PJSIP/1001-0000001c', ConnectedLineNum: '1002', Uniqueid: '1748541400.490' };
  const posts = () => sent.map(({ event, body }) => `${event} ${body.phone_number}`);

  beforeEach(async () => {
    await start();
    await loggedIn(1);
  });

  /** The agent's next call is posted after all that was said before. */
  async function allPosts() {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b9', ConnectedLineNum: '9', Uniqueid: '1748541900.999' });
    await until('the next call is posted', async () => posts().at(-1) === 'call-started 9');
    return posts().slice(0, -1);
  }

  it('keeps the consultation when the caller on hold hangs up', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('Hold');
    ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    expect(await allPosts()).toEqual(['call-started +14155550134', 'hold-started +14155550134', 'call-started 1002']);
  });

  it('keeps the call of the customer in a conference of the phone when the other call ends', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('Hold');
    ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('Unhold');
    ami.say('BridgeLeave', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    expect((await allPosts()).slice(3)).toEqual([
      'call-started +14155550134',
      'hold-ended +14155550134',
      'call-ended +14155550134',
    ]);
  });

  it('pauses a call again that comes off hold with its recording paused', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('MixMonitorMute', { State: '1' });
    ami.say('Hold');
    ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('BridgeLeave', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('Unhold');
    expect((await allPosts()).slice(4)).toEqual([
      'call-ended 1002',
      'call-started +14155550134',
      'hold-ended +14155550134',
      'recording-paused +14155550134',
    ]);
  });

  it('keeps the pause when the recording of the other call resumes', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('MixMonitorMute', { ...consultation, State: '1' });
    ami.say('MixMonitorMute', { State: '0' });
    expect((await allPosts()).slice(2)).toEqual(['recording-paused 1002']);
  });

  it('posts the start of a call without a number again when the agent goes back to it', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1', ConnectedLineNum: '<unknown>' });
    ami.say('Hold', { ConnectedLineNum: '<unknown>' });
    ami.say('BridgeEnter', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('BridgeLeave', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('Unhold', { ConnectedLineNum: '<unknown>' });
    expect((await allPosts()).slice(4)).toEqual(['call-started unavailable', 'hold-ended unavailable']);
  });

  it('ends a call without a number when the next one has none either', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1', ConnectedLineNum: '<unknown>' });
    ami.say('Hold', { ConnectedLineNum: '<unknown>' });
    ami.say('BridgeEnter', { ...consultation, ConnectedLineNum: '<unknown>', BridgeUniqueid: 'b2' });
    expect(await allPosts()).toEqual([
      'call-started unavailable',
      'hold-started unavailable',
      'call-ended unavailable',
      'call-started unavailable',
    ]);
    expect(sent[2]?.body.metadata).toMatchObject({ call_id: '1748541358.476' });
  });
});

describe('an attended transfer', () => {
  const customer = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  const consultation = { Channel: 'PJSIP/1001-0000001c', CallerIDNum: '1001', Uniqueid: '1748541400.490' };
  const colleague = {
    Channel: 'PJSIP/1002-0000001d',
    CallerIDNum: '1002',
    ConnectedLineNum: '1001',
    Uniqueid: '1748541401.491',
  };

  const postsOfColleague = () =>
    sent
      .filter(({ body }) => body.agent_email === 'PJSIP/1002')
      .map(({ event, body }) => `${event} ${body.phone_number}`);

  beforeEach(async () => {
    await start();
    await loggedIn(1);
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...customer, BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...consultation, ConnectedLineNum: '1002', BridgeUniqueid: 'b2' });
    ami.say('BridgeEnter', { ...colleague, BridgeUniqueid: 'b2' });
  });

  it('starts the call of the customer who enters the bridge of the consultation', async () => {
    ami.say('BridgeLeave', { ...customer, BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...customer, BridgeUniqueid: 'b2', SwapUniqueid: consultation.Uniqueid });
    ami.say('BridgeLeave', { ...consultation, BridgeUniqueid: 'b2' });
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    ami.say('NewConnectedLine', { ...colleague, ConnectedLineNum: '+14155550134' });
    ami.say('BridgeLeave', { ...colleague, ConnectedLineNum: '+14155550134', BridgeUniqueid: 'b2' });
    await until('the end is posted', async () => postsOfColleague().at(-1)?.startsWith('call-ended') === true);
    expect(postsOfColleague()).toEqual(['call-started 1001', 'call-started +14155550134', 'call-ended +14155550134']);
    expect(new Set(sent.map(({ body }) => body.event_id)).size).toBe(sent.length);
  });

  it('starts the call of the customer whose bridge the other agent enters', async () => {
    ami.say('BridgeLeave', { ...colleague, BridgeUniqueid: 'b2' });
    ami.say('BridgeEnter', { ...colleague, BridgeUniqueid: 'b1' });
    ami.say('NewConnectedLine', { ...colleague, ConnectedLineNum: '+14155550134' });
    await until('the start is posted', async () => postsOfColleague().at(-1) === 'call-started +14155550134');
  });

  it('posts no start when the number changes and the other side does not', async () => {
    ami.say('NewConnectedLine', { ...colleague, ConnectedLineNum: '0049301001' });
    ami.say('BridgeLeave', { ...colleague, BridgeUniqueid: 'b2' });
    await until('the end is posted', async () => postsOfColleague().at(-1)?.startsWith('call-ended') === true);
    expect(postsOfColleague()).toEqual(['call-started 1001', 'call-ended 1001']);
  });
});

it('posts no start at the end of a hold without a bridge, or of a call that started without a number', async () => {
  await start();
  await loggedIn(1);
  ami.say('Hold');
  ami.say('Unhold');
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1', ConnectedLineNum: '<unknown>' });
  ami.say('Hold');
  ami.say('Unhold');
  ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
  await until('the end is posted', async () => sent.at(-1)?.event === 'call-ended');
  expect(sent.map(({ event }) => event)).toEqual([
    'hold-started',
    'hold-ended',
    'call-started',
    'hold-started',
    'hold-ended',
    'call-ended',
  ]);
});

it('posts the pause of a recording that runs on the channel of the trunk for the agents in its bridge', async () => {
  await start();
  await loggedIn(1);
  const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  const otherTrunk = { ...trunk, Channel: 'PJSIP/trunk-00000021', Uniqueid: '1748541360.480' };
  ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b1' });
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
  ami.say('BridgeEnter', { ...otherTrunk, BridgeUniqueid: 'b2' });
  ami.say('MixMonitorMute', { ...otherTrunk, State: '1', Direction: 'both' });
  ami.say('MixMonitorMute', { ...trunk, State: '1', Direction: 'both' });
  ami.say('MixMonitorMute', { ...trunk, State: '0', Direction: 'both' });
  ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
  ami.say('MixMonitorMute', { ...trunk, State: '1', Direction: 'both' });
  ami.say('BridgeEnter', { BridgeUniqueid: 'b3' });
  await posted(5);
  expect(sent.map(({ event }) => event)).toEqual([
    'call-started',
    'recording-paused',
    'recording-resumed',
    'call-ended',
    'call-started',
  ]);
  expect(sent[1]?.body).toMatchObject({ agent_email: 'PJSIP/1001', metadata: { call_id: '1748541358.476' } });
});

it('posts the pause of a recording on the channel of the trunk for the agent whom a queue called through a Local channel', async () => {
  await start();
  await loggedIn(1);
  const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  const local = (name: string) => ({ Channel: name, CallerIDNum: '+14155550134', Uniqueid: name });
  ami.say('BridgeEnter', { ...local('Local/1001@from-queue-00000001;2'), BridgeUniqueid: 'b2' });
  ami.say('BridgeEnter', { BridgeUniqueid: 'b2' });
  ami.say('BridgeEnter', { ...local('Local/1001@from-queue-00000001;1'), BridgeUniqueid: 'b1' });
  ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b1' });
  ami.say('BridgeEnter', { ...local('Local/1002@from-queue-00000002;2'), BridgeUniqueid: 'b4' });
  const otherAgent = { Channel: 'PJSIP/1002-0000001d', CallerIDNum: '1002', Uniqueid: '1748541401.491' };
  ami.say('BridgeEnter', { ...otherAgent, BridgeUniqueid: 'b4' });
  ami.say('MixMonitorMute', { ...trunk, State: '1', Direction: 'both' });
  ami.say('BridgeLeave', { BridgeUniqueid: 'b2' });
  ami.say('BridgeLeave', { ...otherAgent, BridgeUniqueid: 'b4' });
  await until('both ends are posted', async () => sent.filter(({ event }) => event === 'call-ended').length === 2);
  expect(sent.filter(({ event }) => event === 'recording-paused').map(({ body }) => body.agent_email)).toEqual([
    'PJSIP/1001',
  ]);
});

it('posts the call of an agent who calls out with the caller id of the trunk, also after a lost connection', async () => {
  await start();
  await loggedIn(1);
  ami.say('Newchannel', { ConnectedLineNum: '<unknown>' });
  ami.say('NewCallerid', { CallerIDNum: '+16505550100', ConnectedLineNum: '<unknown>' });
  ami.say('BridgeEnter', { CallerIDNum: '+16505550100', BridgeUniqueid: 'b1' });
  await posted(1);
  ami.cut();
  ami.channels = [
    { Channel: 'PJSIP/1001-0000001a', CallerIDNum: '+16505550100', Uniqueid: '1748541358.476', BridgeId: '' },
  ];
  await loggedIn(2);
  ami.say('MixMonitorMute', { CallerIDNum: '+16505550100', State: '1' });
  ami.say('BridgeLeave', { CallerIDNum: '+16505550100', BridgeUniqueid: 'b1' });
  ami.say('Hangup', { CallerIDNum: '+16505550100' });
  await posted(3);
  expect(sent.map(({ event, body }) => `${event} ${body.agent_email} ${body.phone_number}`)).toEqual([
    'call-started PJSIP/1001 +14155550134',
    'recording-paused PJSIP/1001 +14155550134',
    'call-ended PJSIP/1001 +14155550134',
  ]);
});

it('forgets a channel that Asterisk no longer has after a lost connection, because its Hangup may be lost', async () => {
  await start();
  await loggedIn(1);
  ami.say('Newchannel', { ConnectedLineNum: '<unknown>' });
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
  ami.say('MixMonitorMute', { State: '1' });
  await posted(2);
  ami.hasAnswered = false;
  ami.cut();
  await until('the channels are answered', async () => ami.hasAnswered);
  ami.say('BridgeEnter', { CallerIDNum: '+16505550100', BridgeUniqueid: 'b2' });
  ami.say('BridgeEnter', { Uniqueid: '1748541402.492', BridgeUniqueid: 'b2' });
  await posted(3);
  expect(sent.slice(2).map(({ event, body }) => [event, body.metadata])).toEqual([
    ['call-started', { platform: 'asterisk', call_id: '1748541402.492' }],
  ]);
});

describe('a Local channel between agent and caller that Asterisk removes', () => {
  const local = { LocalOneUniqueid: '1748541351.1', LocalTwoUniqueid: '1748541351.2' };

  beforeEach(async () => {
    await start();
    await loggedIn(1);
    ami.say('BridgeEnter', { BridgeUniqueid: 'b2' });
    ami.say('LocalOptimizationBegin', { ...local, SourceUniqueid: '1748541358.476' });
    ami.say('BridgeLeave', { BridgeUniqueid: 'b2' });
  });

  it('does not end the call of the agent whose channel is moved to the bridge of the caller', async () => {
    const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1', SwapUniqueid: '1748541351.1' });
    ami.say('LocalOptimizationEnd', local);
    ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b1' });
    ami.say('MixMonitorMute', { ...trunk, State: '1' });
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    await until('the end is posted', async () => sent.at(-1)?.event === 'call-ended');
    expect(sent.map(({ event }) => event)).toEqual(['call-started', 'recording-paused', 'call-ended']);
  });

  it('ends the call of an agent who hangs up meanwhile', async () => {
    ami.say('LocalOptimizationEnd', local);
    await posted(2);
    expect(sent[1]).toMatchObject({ event: 'call-ended', body: { metadata: { call_id: '1748541358.476' } } });
  });
});

it('posts a pause when the recording of a call stops, and its resume when it starts again', async () => {
  await start();
  await loggedIn(1);
  const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  ami.say('MixMonitorStart');
  ami.say('MixMonitorStop');
  ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b1' });
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
  ami.say('MixMonitorStop', trunk);
  ami.say('MixMonitorStart', trunk);
  ami.say('MixMonitorMute', { State: '1' });
  ami.say('MixMonitorStart', trunk);
  ami.say('MixMonitorStop');
  ami.say('MixMonitorMute', { State: '0' });
  ami.say('MixMonitorStart');
  ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
  await until('the end is posted', async () => sent.at(-1)?.event === 'call-ended');
  expect(sent.map(({ event }) => event)).toEqual([
    'call-started',
    'recording-paused',
    'recording-resumed',
    'recording-paused',
    'recording-paused',
    'recording-resumed',
    'call-ended',
  ]);
});

describe('a recording that is paused', () => {
  const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  const colleague = { Channel: 'PJSIP/1002-0000001d', CallerIDNum: '1002', Uniqueid: '1748541401.491' };
  const postsOf = (agent: string) => sent.filter(({ body }) => body.agent_email === agent).map(({ event }) => event);

  beforeEach(async () => {
    await start();
    await loggedIn(1);
  });

  it('is paused for the agent to whom the call is transferred, until it is resumed', async () => {
    ami.say('BridgeEnter', { BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b1' });
    ami.say('MixMonitorStop', trunk);
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    ami.say('BridgeLeave', { ...trunk, BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...colleague, BridgeUniqueid: 'b2' });
    ami.say('BridgeEnter', { ...trunk, BridgeUniqueid: 'b2' });
    ami.say('MixMonitorStart', trunk);
    // What is posted of one agent does not wait for another.
    await posted(6);
    expect(postsOf('PJSIP/1001')).toEqual(['call-started', 'recording-paused', 'call-ended']);
    expect(postsOf('PJSIP/1002')).toEqual(['call-started', 'recording-paused', 'recording-resumed']);
  });

  it('is paused for both agents of a call between them', async () => {
    ami.say('BridgeEnter', { ConnectedLineNum: '1002', BridgeUniqueid: 'b1' });
    ami.say('BridgeEnter', { ...colleague, ConnectedLineNum: '1001', BridgeUniqueid: 'b1' });
    ami.say('MixMonitorMute', { State: '1' });
    await posted(4);
    for (const agent of ['PJSIP/1001', 'PJSIP/1002']) {
      expect(postsOf(agent)).toEqual(['call-started', 'recording-paused']);
    }
  });

  it('is paused for the agent behind a Local channel on which it runs', async () => {
    const local = {
      Channel: 'Local/1001@from-queue-00000001;2',
      CallerIDNum: '+14155550134',
      Uniqueid: '1748541351.2',
    };
    ami.say('BridgeEnter', { ...local, BridgeUniqueid: 'b2' });
    ami.say('BridgeEnter', { BridgeUniqueid: 'b2' });
    ami.say('MixMonitorMute', { ...local, State: '1' });
    await posted(2);
    expect(postsOf('PJSIP/1001')).toEqual(['call-started', 'recording-paused']);
  });
});

it('takes the time of the event for its id and its occurred_at, so that two bridges post the same ones', async () => {
  await start();
  await loggedIn(1);
  ami.say('BridgeEnter', { BridgeUniqueid: 'b1', Timestamp: '1748541400.123456' });
  await posted(1);
  expect(sent[0]?.body).toMatchObject({
    event_id: 'asterisk:1748541358.476:call-started:1748541400.123456',
    occurred_at: '2025-05-29T17:56:40.123Z',
  });
});

it('connects again after the connection was lost, and continues', async () => {
  await start();
  await loggedIn(1);
  ami.cut();
  await loggedIn(2);
  ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
  await posted(1);
  expect(sent[0]).toMatchObject({ event: 'call-ended', body: { metadata: { call_id: '1748541358.476' } } });
});

describe('a call that began before the connection', () => {
  const trunk = { Channel: 'PJSIP/trunk-00000019', CallerIDNum: '+14155550134', Uniqueid: '1748541350.475' };
  const agent = { Channel: 'PJSIP/1001-0000001a', CallerIDNum: '1001', Uniqueid: '1748541358.476' };

  it('is paused when the recording on the channel of its trunk is', async () => {
    const unbridged = { Channel: 'PJSIP/1003-0000001e', CallerIDNum: '1003', Uniqueid: '1748541402.492', BridgeId: '' };
    ami.channels = [
      { ...trunk, BridgeId: 'b1' },
      { ...agent, ConnectedLineNum: '+14155550134', BridgeId: 'b1' },
      unbridged,
    ];
    await start();
    await until('the channels are answered', async () => ami.hasAnswered);
    ami.say('MixMonitorMute', { ...trunk, State: '1', Direction: 'both' });
    await posted(1);
    expect(sent[0]).toMatchObject({ event: 'recording-paused', body: { agent_email: 'PJSIP/1001' } });
  });

  it('is not known when the user may not ask for the channels, and the bridge says so', async () => {
    ami.channels = null;
    await start();
    await until('the bridge says so', async () => reports.some((line) => line.includes('write = reporting')));
    ami.say('BridgeLeave', { BridgeUniqueid: 'b1' });
    await posted(1);
  });
});

it('says that nothing answers its login, and connects again', async () => {
  ami.isSilent = true;
  await start();
  await until('the bridge gives up', async () => reports.some((line) => line.startsWith('no connection')));
  expect(reports[0]).toBe('the login was not answered within 10 s');
  ami.isSilent = false;
  await loggedIn(1);
});

it('ends with an error when the secret is refused, without the secret in it', async () => {
  await start('wrong');
  await expect(running).rejects.toThrow('the manager interface refused the user callside');
  expect(reports.join()).not.toContain('wrong');
});

it('ends when its signal aborts, also while it waits for a connection', async () => {
  await start();
  await loggedIn(1);
  ami.close();
  await until('the bridge waits', async () => reports.some((line) => line.startsWith('no connection')));
  stop.abort();
  await running;
});
