import http from 'node:http';

export interface Measured {
  requests: number;
  seconds: number;
  /** Of answers of 202, sorted. */
  ms: number[];
  accepted: number;
  /** Other answers, by status. */
  refused: Map<number, number>;
}

/** Keeps so many connections busy for so long: each sends its next request when the last one was answered. */
export async function press(
  url: string,
  {
    seconds,
    connections,
    keys,
    body,
  }: { seconds: number; connections: number; keys: readonly string[]; body: () => string },
): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const measured: Measured = { requests: 0, seconds: 0, ms: [], accepted: 0, refused: new Map() };
  const started = performance.now();
  const until = started + seconds * 1000;
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now();
      const { status, text } = await post(url, agent, keys[measured.requests % keys.length] ?? '', body()).catch(
        () => ({ status: 0, text: '' }),
      );
      measured.requests++;
      if (status === 202) {
        measured.ms.push(performance.now() - sent);
        measured.accepted += (JSON.parse(text) as { accepted: number }).accepted;
      } else measured.refused.set(status, (measured.refused.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  measured.seconds = (performance.now() - started) / 1000;
  measured.ms.sort((a, b) => a - b);
  agent.destroy();
  return measured;
}

/** Requests that may be on their way at once; what would come beside them is not sent, and counted. */
const MOST_OPEN = 2000;

/**
 * Sends at a rate, whether answers come or not, as senders do that know nothing of one another. The time of an answer
 * counts from when its request was due.
 */
export async function pressAt(
  url: string,
  { rate, seconds, keys, body }: { rate: number; seconds: number; keys: readonly string[]; body: () => string },
): Promise<Measured & { unsent: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: MOST_OPEN });
  const measured = {
    requests: 0,
    seconds,
    ms: [] as number[],
    accepted: 0,
    refused: new Map<number, number>(),
    unsent: 0,
  };
  const started = performance.now();
  const all: Promise<void>[] = [];
  let open = 0;
  const one = async (due: number, key: string): Promise<void> => {
    open++;
    const { status, text } = await post(url, agent, key, body()).catch(() => ({ status: 0, text: '' }));
    open--;
    measured.requests++;
    if (status === 202) {
      measured.ms.push(performance.now() - due);
      measured.accepted += (JSON.parse(text) as { accepted: number }).accepted;
    } else measured.refused.set(status, (measured.refused.get(status) ?? 0) + 1);
  };
  for (let sent = 0; ; ) {
    const now = performance.now();
    if (now - started >= seconds * 1000) break;
    for (const due = ((now - started) / 1000) * rate; sent < due; sent++)
      if (open < MOST_OPEN) all.push(one(started + (sent / rate) * 1000, keys[sent % keys.length] ?? ''));
      else measured.unsent++;
    await new Promise((go) => setTimeout(go, 1));
  }
  await Promise.all(all);
  measured.ms.sort((a, b) => a - b);
  agent.destroy();
  return measured;
}

function post(url: string, agent: http.Agent, key: string, body: string): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((done, failed) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => done({ status: answer.statusCode ?? 0, text }));
    });
    request.once('error', failed);
    request.end(body);
  });
}
