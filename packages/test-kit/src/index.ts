export { CapturedLog } from './captured-log.ts';
export { type DemoIdentityProvider, type DemoPerson, startIdentityProvider } from './demo-identity-provider.ts';
export { inheritedEnvironment } from './env.ts';
export { type HttpAnswer, HttpClient, type HttpRequest } from './http-client.ts';
export { PostgresProcess } from './postgres-process.ts';
export { RedisProcess } from './redis-process.ts';
export { builtService, ServiceProcess } from './service-process.ts';
export { type Pair, TcpProxy, type Wire } from './tcp-proxy.ts';
export { until } from './until.ts';
