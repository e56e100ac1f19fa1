import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { loopbackAgent } from './loopback-agent.ts';

export interface Received {
  method: string;
  host: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A real server that takes what is sent to any name of the internet: names are looked up as in life, but sockets end
 * here, in clear. `respond` answers by what came. `hooks.example` lies on the internet, `inside.example` in the own network.
 */
export function useHookServer(respond?: (received: Received) => { status: number; body: string }) {
  const received: Received[] = [];
  const state = { status: 204, body: '', port: 0 };
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, answer) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const got = { method, host: headers.host ?? '', url, headers, body };
        received.push(got);
        const said = respond?.(got) ?? state;
        answer.writeHead(said.status).end(said.body);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    state.port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  type Lookup = NonNullable<NonNullable<Parameters<typeof createOutbound>[0]>['lookup']>;
  const lookup = ((
    host: string,
    _options: unknown,
    done: (e: null, found: { address: string; family: number }[]) => void,
  ) =>
    done(null, [
      { address: host === 'inside.example' ? '10.0.0.7' : '93.184.216.34', family: 4 },
    ])) as unknown as Lookup;
  return {
    outbound: createOutbound({ agent: loopbackAgent(() => state.port), lookup }),
    received,
    answer: (status: number, text = '') => {
      state.status = status;
      state.body = text;
    },
  };
}
