/**
 * What Cloudflare does, as far as its published protocol tells: siteverify for the server, a script and a frame for the
 * page.
 */
import { createServer } from 'node:http';
import type { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loopbackAgent } from './loopback-agent.ts';

export const SECRET = 'the secret';

interface Asked {
  host: string | undefined;
  url: string | undefined;
  form: URLSearchParams;
}

export interface TurnstileStandIn {
  /** Every connection made through it ends here, whatever name was asked for. */
  agent: Agent;
  asked: Asked[];
  behaviour: 'normal' | 'down' | 'nonsense' | 'silent';
  close: () => void;
}

/** On the loopback: an answer that begins with `good` is good once, with the right secret. */
export async function openTurnstile(): Promise<TurnstileStandIn> {
  const spent = new Set<string>();
  const service = createServer((request, answer) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      standIn.asked.push({ host: request.headers.host, url: request.url, form });
      if (standIn.behaviour === 'silent') return;
      if (standIn.behaviour === 'down') return void answer.writeHead(503).end('{"success":true}');
      if (standIn.behaviour === 'nonsense') return void answer.end('<html>success</html>');
      const problem = problemOf(form, spent);
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ success: !problem, 'error-codes': problem ? [problem] : [] }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const standIn: TurnstileStandIn = {
    agent: loopbackAgent(() => (service.address() as AddressInfo).port),
    asked: [],
    behaviour: 'normal',
    close: () => {
      service.closeAllConnections();
      service.close();
    },
  };
  return standIn;
}

function problemOf(form: URLSearchParams, spent: Set<string>): string | undefined {
  const response = form.get('response') ?? '';
  if (form.get('secret') !== SECRET) return 'invalid-input-secret';
  if (!response.startsWith('good')) return 'invalid-input-response';
  if (spent.has(response)) return 'timeout-or-duplicate';
  spent.add(response);
  return undefined;
}

/** The script of explicit rendering: a frame of Cloudflare's own in the given place, whose word is the answer. */
export const TURNSTILE_API = `
  const widgets = new Map();
  addEventListener('message', ({ origin, data }) => {
    if (origin !== 'https://challenges.cloudflare.com') return;
    const options = widgets.get(data.id);
    if (data.kind === 'solved') options?.callback(data.answer);
    if (data.kind === 'expired') options?.['expired-callback']();
  });
  window.turnstile = {
    render(host, options) {
      const id = 'cf-' + (widgets.size + 1);
      widgets.set(id, options);
      const frame = document.createElement('iframe');
      frame.title = 'Widget containing a Cloudflare security challenge';
      frame.src = 'https://challenges.cloudflare.com/frame?' + new URLSearchParams({ id, sitekey: options.sitekey, action: options.action, language: options.language });
      host.append(frame);
      return id;
    },
    remove(id) { widgets.delete(id); document.querySelector('iframe')?.remove(); },
  };`;

export const TURNSTILE_FRAME = `<!doctype html><title>Challenge</title>
  <label><input type="checkbox"> Verify you are human</label> <button>Let it expire</button>
  <script>
    const id = new URLSearchParams(location.search).get('id');
    const say = (message) => parent.postMessage({ id, ...message }, '*');
    document.querySelector('input').onchange = () => say({ kind: 'solved', answer: 'good ' + crypto.randomUUID() });
    document.querySelector('button').onclick = () => say({ kind: 'expired' });
  </script>`;
