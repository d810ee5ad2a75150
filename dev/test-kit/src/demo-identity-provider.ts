import path from 'node:path';
import { ServiceProcess } from './service-process.ts';

export interface DemoPerson {
  email: string;
  name: string;
  /** Default: true. */
  email_verified?: boolean;
}

export interface DemoIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The settings with which call-events uses it. */
  settings: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  port: number;
  stop: () => Promise<void>;
}

/** The identity provider of `npm start`, in a separate process. `hosts`: those that it sends people back to. */
export async function startIdentityProvider({
  people,
  hosts = ['localhost', '127.0.0.1'],
  port = 0,
}: {
  people: readonly DemoPerson[];
  hosts?: readonly string[];
  port?: number;
}): Promise<DemoIdentityProvider> {
  const [clientId, clientSecret] = ['callside-tests', 'a client secret that is only good for tests'];
  const server = await ServiceProcess.start({
    program: path.join(import.meta.dirname, '../../demo-identity-provider/src/main.mjs'),
    settings: {
      PORT: String(port),
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      PEOPLE: JSON.stringify(people),
      REDIRECT_HOSTS: hosts.join(','),
    },
  });
  const issuer = `http://127.0.0.1:${server.port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    port: server.port,
    stop: () => server.stop(),
  };
}
