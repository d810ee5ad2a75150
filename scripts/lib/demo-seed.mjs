import { readLocalEnv, writeLocalEnv } from './local-env.mjs';

const brand = 'demo';
const reps = [
  { email: 'rep@demo.example', name: 'Robin Rep', role: 'rep' },
  { email: 'owner@demo.example', name: 'Olive Owner', role: 'owner' },
];
const keys = {
  key: { feature: 'call-events', label: 'demo dialler', variable: 'DEMO_KEY' },
  recommenderKey: { feature: 'recommender', label: 'demo offers', variable: 'DEMO_RECOMMENDER_KEY' },
  embedKey: { feature: 'embed', label: 'demo CRM', variable: 'DEMO_EMBED_KEY' },
};
/** Where examples/crm-page.mjs runs. */
const crmOrigins = ['--frame-origin', 'http://localhost:4300', '--frame-origin', 'http://127.0.0.1:4300'];

/** Migrates and creates the missing parts of the demo brand, with the operator command. */
export async function seedDemo({ callside, dataDir }) {
  await callside('db', 'migrate');
  const brands = await callside('brand', 'list');
  const { id: brandId } = brands.find(({ slug }) => slug === brand) ?? (await createBrand(callside));
  const [{ email }] = reps;
  const issueToken = (audience, ttl) =>
    callside('token', 'issue', '--brand', brand, '--email', email, '--audience', audience, '--ttl', ttl);
  const [{ token }, companion, apiKeys] = await Promise.all([
    issueToken('tab', '12h'),
    // Its companion runs as long as `npm start`.
    issueToken('companion', '30d'),
    demoKeys(callside, dataDir),
  ]);
  return { brand, brandId, email, token, companionToken: companion.token, ...apiKeys };
}

async function createBrand(callside) {
  const hosts = ['--host', 'localhost', '--host', '127.0.0.1'];
  const created = await callside('brand', 'create', '--slug', brand, '--name', 'Demo', '--country', 'US', ...hosts);
  await callside('brand', 'set', '--brand', brand, ...crmOrigins);
  const hire = ({ email, name, role }) =>
    callside('user', 'add', '--brand', brand, '--email', email, '--name', name, '--role', role, '--active');
  await Promise.all(reps.map(hire));
  return created;
}

/** A key is shown only once, so the demo keeps its keys next to its database and can show them at the next start. */
async function demoKeys(callside, dataDir) {
  const known = await readLocalEnv(dataDir);
  const issued = await callside('key', 'list', '--brand', brand);
  const isValid = (wanted) => issued.some(({ id, revoked_at }) => id === wanted && revoked_at === null);
  const provide = async ({ feature, label, variable }) => {
    if (isValid(known[`${variable}_ID`])) return { id: known[`${variable}_ID`], key: known[variable] };
    return callside('key', 'issue', '--brand', brand, '--feature', feature, '--label', label);
  };
  const provided = await Promise.all(
    Object.entries(keys).map(async ([name, wanted]) => ({ name, ...wanted, ...(await provide(wanted)) })),
  );
  const toSettings = ({ variable, id, key }) => [
    [variable, key],
    [`${variable}_ID`, id],
  ];
  await writeLocalEnv(dataDir, Object.fromEntries(provided.flatMap(toSettings)));
  return Object.fromEntries(provided.map(({ name, key }) => [name, key]));
}
