import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  for (const name of ['ann', 'ben']) {
    await bench.json('user', 'add', '--brand', 'acme', '--email', `${name}@acme.example`, '--name', name, '--active');
  }
});
afterAll(() => bench.close());

const alias = (command: string, ...args: string[]) => bench.run('alias', command, '--brand', 'acme', '--json', ...args);
const read = async (command: string, ...args: string[]) =>
  JSON.parse((await alias(command, ...args)).stdout) as unknown;
const ann = ['--email', 'ann@acme.example'];

it('adds, lists and removes names, trimmed and in lower case', async () => {
  const sip = { alias: 'sip/1001', email: 'ann@acme.example', status: 'active' };
  expect(await read('add', '--alias', ' SIP/1001 ', ...ann)).toEqual(sip);
  // A second time changes nothing.
  expect(await read('add', '--alias', 'sip/1001', ...ann)).toEqual(sip);
  expect(await read('add', '--alias', '1001', ...ann)).toMatchObject({ alias: '1001' });
  expect(await read('list')).toEqual([{ ...sip, alias: '1001' }, sip]);
  expect(await read('remove', '--alias', 'SIP/1001')).toEqual(sip);
  expect(await read('list')).toEqual([{ ...sip, alias: '1001' }]);
  const actions = (await bench.readAudit()).filter(({ action }) => action.startsWith('alias.'));
  expect(actions.map(({ action, detail }) => [action, detail])).toEqual([
    ['alias.add', { alias: 'sip/1001', email: 'ann@acme.example' }],
    ['alias.add', { alias: '1001', email: 'ann@acme.example' }],
    ['alias.remove', { alias: 'sip/1001', email: 'ann@acme.example' }],
  ]);
});

it.each([
  ['the address of a user', ['--alias', 'BEN@acme.example', ...ann], 'conflict', 'is the address of a user of acme'],
  ['the alias of another user', ['--alias', '1001', '--email', 'ben@acme.example'], 'conflict', 'is an alias of ann@'],
  ['an unknown user', ['--alias', 'x', '--email', 'eve@acme.example'], 'not_found', 'has no user eve@acme.example'],
])('refuses %s', async (_what, args, code, message) => {
  const { code: exitCode, stdout } = await alias('add', ...args);
  expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
    exitCode: 1,
    error: { code, message: expect.stringContaining(message) },
  });
});

it('refuses a user who is deactivated, whom no name finds', async () => {
  await bench.json('user', 'add', '--brand', 'acme', '--email', 'gone@acme.example', '--name', 'Gone', '--active');
  await bench.json('user', 'deactivate', '--brand', 'acme', '--email', 'gone@acme.example');
  const { code, stdout } = await alias('add', '--alias', 'sip/9', '--email', 'gone@acme.example');
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { code: 'conflict' } });
});

it.each([
  ['desk@acme.example', [], 'after the first sign-in'],
  ['front@acme.example', ['--active'], 'now'],
])('says that the address of a new user is an alias of another one', async (email, options, when) => {
  await read('add', '--alias', email, ...ann);
  const { code, stderr } = await bench.run(
    'user',
    'add',
    '--brand',
    'acme',
    '--email',
    email,
    '--name',
    'D',
    ...options,
  );
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `${email} is an alias of ann@acme.example: ${when}, its calls are those of the new user\n`,
  });
});

it('reports when there is no such alias to remove', async () => {
  const { stdout } = await alias('remove', '--alias', 'nothing');
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_found' } });
});
