import { createServer } from 'node:net';
import type { Config } from '#platform/server/config.ts';

/** Asked before anything is opened or written: a demo loads for a minute before it listens. */
export const requireFreePort = ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(inUse(error) ? new Error(sayInUse(host, port)) : error));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

const inUse = (error: Error): boolean => 'code' in error && error.code === 'EADDRINUSE';

const sayInUse = (host: string, port: number): string =>
  `Port ${port} of ${host} is in use, perhaps by another Adsieve. Stop that, or choose another with ADSIEVE_PORT.`;
