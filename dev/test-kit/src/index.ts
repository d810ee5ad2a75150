export { findFreePort } from '@callside/embedded';
export {
  applyEvent,
  type CallEventName,
  firstState,
  isSameCall,
  type ModelEvent,
  type ModelState,
  type ModelStep,
} from './call-model.ts';
export { CapturedLog } from './captured-log.ts';
export { type DemoIdentityProvider, type DemoPerson, startIdentityProvider } from './demo-identity-provider.ts';
export { describeWith } from './describe-with.ts';
export { inheritedEnvironment } from './env.ts';
export { findChromium } from './find-chromium.ts';
export { type HttpAnswer, HttpClient, type HttpRequest } from './http-client.ts';
export { PostgresProcess } from './postgres-process.ts';
export { type RedisDeployment, startRedisCluster, startRedisWithSentinel } from './redis-deployments.ts';
export { RedisProcess } from './redis-process.ts';
export { builtService, ServiceProcess } from './service-process.ts';
export { type Pair, TcpProxy, type Wire } from './tcp-proxy.ts';
export { toTextTable } from './text-table.ts';
export { until } from './until.ts';
export { writtenRoutes } from './written-routes.ts';
