/** Asks a server by plain sockets: a client that costs less than what it measures. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  head: string;
  body: string;
}

export interface Press {
  port: number;
  /** What the nth request asks for, with its query. */
  path: (nth: number) => string;
  /** Throws at an answer that is not the right one. */
  look: (answer: Answer, nth: number) => void;
}

/** A connection that is kept, with one request on its way at a time. */
class Line {
  readonly #socket;
  #text = '';
  #waits: { done: (answer: Answer) => void; failed: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (part) => this.#read(String(part)));
    this.#socket.on('error', (error) => this.#waits?.failed(error));
    this.#socket.on('close', () => this.#waits?.failed(new Error('closed before its answer')));
  }

  ask(path: string, agent: string): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#waits = { done, failed };
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: ${agent}\r\n\r\n`);
    });
  }

  close(): void {
    this.#waits = undefined;
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#text.slice(0, end);
    const body = this.#text.slice(end + 4);
    if (/^transfer-encoding: chunked/im.test(head) ? !body.endsWith('0\r\n\r\n') : body.length < lengthOf(head)) return;
    this.#text = '';
    this.#waits?.done({ status: Number(head.slice(9, 12)), head, body });
  }
}

const lengthOf = (head: string): number => Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);

const AGENTS = Array.from(
  { length: 200 },
  (_, nth) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${130 + (nth % 20)}.0.${nth}.0 Safari/537.36`,
);

const timed = async (line: Line, { path, look }: Press, nth: number, from: number): Promise<number> => {
  look(await line.ask(path(nth), AGENTS[nth % AGENTS.length] ?? ''), nth);
  return performance.now() - from;
};

/** As fast as so many connections get their answers: milliseconds of each, sorted, and how long it took in all. */
export async function pressed(press: Press, n: number, places = 32): Promise<{ ms: number[]; seconds: number }> {
  const ms: number[] = [];
  const started = performance.now();
  let next = 0;
  const one = async (): Promise<void> => {
    const line = new Line(press.port);
    for (let nth = next++; nth < n; nth = next++) ms.push(await timed(line, press, nth, performance.now()));
    line.close();
  };
  await Promise.all(Array.from({ length: places }, one));
  return { ms: ms.sort((a, b) => a - b), seconds: (performance.now() - started) / 1000 };
}

/**
 * So many a second whatever the answers take, timed from the moment each was due: one that waits for a connection, or for
 * this process, waits as a person would.
 */
export async function steady(press: Press, perSecond: number, seconds: number): Promise<number[]> {
  const ms: number[] = [];
  const idle: Line[] = [];
  const asked: Promise<void>[] = [];
  const started = performance.now();
  const one = async (nth: number): Promise<void> => {
    const line = idle.pop() ?? new Line(press.port);
    ms.push(await timed(line, press, nth, started + (nth * 1000) / perSecond));
    idle.push(line);
  };
  for (let nth = 0; nth < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, ((performance.now() - started) * perSecond) / 1000);
    while (nth < due) asked.push(one(nth++));
    await sleep(1);
  }
  await Promise.all(asked);
  for (const line of idle) line.close();
  return ms.sort((a, b) => a - b);
}

export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
