import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';

const PROXY = join(import.meta.dirname, '../../docs/guides/proxy');
/** Without what is only said. */
const settings = (file: string): string => readFileSync(join(PROXY, file), 'utf8').replace(/^\s*#.*$/gm, '');
const caddy = settings('Caddyfile');
const nginx = settings('nginx.conf');

describe('the shipped configurations of a proxy', () => {
  it('speak TLS 1.2 and 1.3 and nothing older', () => {
    expect(caddy.match(/protocols (.*)/)?.[1]).toBe('tls1.2 tls1.3');
    expect(nginx.match(/ssl_protocols\s+(.*);/)?.[1]).toBe('TLSv1.2 TLSv1.3');
    expect(nginx).not.toMatch(/ssl_ciphers.*\b(CBC|SHA;|RC4|3DES|NULL|EXPORT)/);
  });

  it('replace what callers say about their address and their protocol', () => {
    expect(caddy).toMatch(/header_up X-Forwarded-For \{remote_host\}/);
    expect(caddy).toMatch(/header_up X-Forwarded-Proto \{scheme\}/);
    expect(nginx).toMatch(/X-Forwarded-For \$remote_addr;/);
    expect(nginx).toMatch(/X-Forwarded-Proto \$scheme;/);
    expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
  });

  it('lead to the address the server listens on by itself, and send plain HTTP to TLS', () => {
    const { host, port } = readConfig({});
    for (const text of [caddy, nginx]) expect(text).toContain(`${host}:${port}`);
    expect(nginx).toMatch(/listen 80;[\s\S]*return 308 https:/);
  });
});
