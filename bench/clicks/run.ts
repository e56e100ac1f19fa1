/**
 * What a click costs: CPU of who answers, in turns with a bare Node 302 and nginx in the same run; decided in memory,
 * judged as well, and stored before the answer, with PostgreSQL. How long answers of links and video tags take at a
 * steady pace, and conversions a second with a cap held exactly. Every answer is looked at, and what was answered must be
 * stored. Who asks is a process of its own and not counted.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#app/server/places.ts';
import { type Answer, type Press, pressed, share, steady } from './press.ts';
import { type Ask, BARE_PATH, CAP, LINKS, TAG_KEY, type Told } from './talk.ts';

const FOLDER = join(ROOT, '.tmp', 'bench-clicks');
const optionOf = (name: string, usual: number): number => {
  const place = process.argv.indexOf(name);
  return place < 0 ? usual : Number(process.argv[place + 1]) || usual;
};
const CLICKS = optionOf('--clicks', 4_000);
const ROUNDS = optionOf('--rounds', 5);
const CONVERSIONS = optionOf('--conversions', 20_000);
const SECONDS = optionOf('--seconds', 5);
/** What is measured runs as it is built: from sources each function is wrapped once more. */
const BUILT = { execArgv: process.execArgv.filter((each) => each !== '--conditions=development') };
const NGINX = '/usr/sbin/nginx';
const NGINX_PORT = 4897;
const PACE = 1_000;
const PACE_SECONDS = 2;
const say = (text: string): void => console.log(text);

function heard<K extends keyof Told>(child: ChildProcess, what: K): Promise<NonNullable<Told[K]>> {
  return new Promise((done, failed) => {
    const ended = (code: number | null): void => failed(new Error(`ended with ${code}`));
    const listen = (told: Told): void => {
      const heardOf = told[what];
      if (heardOf === undefined) return;
      child.off('message', listen).off('exit', ended);
      done(heardOf);
    };
    child.on('message', listen).once('exit', ended);
  });
}

function asked<K extends keyof Told>(child: ChildProcess, ask: Ask, what: K): Promise<NonNullable<Told[K]>> {
  const told = heard(child, what);
  child.send(ask);
  return told;
}

/** Microseconds of CPU of all processes below one. */
function below(top: number): number {
  const found = new Map<number, { parent: number; nanoseconds: number }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
      const [worked] = readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ');
      found.set(Number(name), { parent: Number(parent), nanoseconds: Number(worked) });
    } catch {
      // Ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = found.get(pid)?.parent ?? 0;
    return parent === top || (parent > 1 && isBelow(parent));
  };
  return [...found].filter(([pid]) => isBelow(pid)).reduce((sum, [, { nanoseconds }]) => sum + nanoseconds / 1000, 0);
}

interface Server {
  name: string;
  press: Press;
  cpu: () => Promise<number> | number;
  /** Microseconds a request, a round each. */
  own: number[];
  /** The same at a pace that all of them keep: who is slower than its client wakes it at each answer, and pays for it. */
  paced: number[];
  database: number[];
  perSecond: number[];
}

const redirect = ({ status, head }: Answer): void => {
  if (status !== 302 || !/^location: https:\/\/shop\.example\/\?id=/im.test(head)) throw new Error(`answered ${head}`);
};

const ids = new Set<string>();
/** Of a click that is stored: no two answers have the same click id. */
const stored = (answer: Answer): void => {
  redirect(answer);
  const [, id = ''] = /[?&]id=([0-9A-Z]{39})/.exec(answer.head) ?? [];
  if (id === '' || ids.has(id)) throw new Error(`click id ${id} again, or none`);
  ids.add(id);
};

let asks = 0;
const linkPath = (key: string) => (): string => {
  const nth = asks++;
  return `/t/c/${key}?s=site${nth % 100}&ci=${nth}&gaid=38400000-8cf0-11bd-b23e-${String(nth).padStart(12, '0')}`;
};

async function round(server: Server, database: () => number): Promise<void> {
  const [before, databaseBefore] = [await server.cpu(), database()];
  const { seconds } = await pressed(server.press, CLICKS);
  server.own.push(((await server.cpu()) - before) / CLICKS);
  server.database.push((database() - databaseBefore) / CLICKS);
  server.perSecond.push(CLICKS / seconds);
  const waiting = await server.cpu();
  await steady(server.press, PACE, PACE_SECONDS);
  server.paced.push(((await server.cpu()) - waiting) / (PACE * PACE_SECONDS));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const ratio = (a: Server, b: Server, of: 'own' | 'paced'): string =>
  median(a[of].map((own, nth) => own / (b[of][nth] ?? 1))).toFixed(2);

function nginx(): ChildProcess | undefined {
  if (!existsSync(NGINX)) return undefined;
  const file = join(FOLDER, 'nginx.conf');
  const logs = join(FOLDER, 'nginx');
  mkdirSync(logs, { recursive: true });
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${logs}/pid; error_log ${logs}/error;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${logs}/body; proxy_temp_path ${logs}/proxy; fastcgi_temp_path ${logs}/fastcgi;
  uwsgi_temp_path ${logs}/uwsgi; scgi_temp_path ${logs}/scgi;
  server { listen 127.0.0.1:${NGINX_PORT}; location / { return 302 https://shop.example${BARE_PATH}; } }
}`,
  );
  return spawn(NGINX, ['-c', file, '-p', FOLDER], { stdio: 'ignore' });
}

async function costs(child: ChildProcess, port: number): Promise<number> {
  const start = (name: string, press: Press, cpu: Server['cpu']): Server => ({
    name,
    press,
    cpu,
    own: [],
    paced: [],
    database: [],
    perSecond: [],
  });
  const bareChild = fork(join(import.meta.dirname, 'serve.ts'), [], BUILT);
  const barePort = await heard(bareChild, 'port');
  const proxy = nginx();
  await sleep(500);
  const cpu = () => asked(child, 'cpu', 'cpu');
  const bare = start('bare Node 302', { port: barePort, path: () => '/', look: redirect }, () =>
    asked(bareChild, 'cpu', 'cpu'),
  );
  const of = (name: string, key: string, look: Press['look']) => start(name, { port, path: linkPath(key), look }, cpu);
  const open = of('decided, in memory', LINKS.open, redirect);
  const judged = of('judged, in memory', LINKS.judged, redirect);
  const kept = of('judged and stored', LINKS.judged, stored);
  const proxied = proxy?.pid
    ? start('nginx 302', { port: NGINX_PORT, path: () => '/', look: redirect }, () => below(proxy.pid ?? 0))
    : undefined;
  const all = [...(proxied ? [proxied] : []), bare, open, judged, kept];
  // The first round makes them warm and is not counted.
  for (let nth = 0; nth <= ROUNDS; nth++)
    for (const server of all) {
      child.send(server === kept ? 'store' : 'memory');
      await round(server, () => (server === kept ? below(child.pid ?? 0) : 0));
    }
  for (const { own, paced, database, perSecond } of all)
    for (const each of [own, paced, database, perSecond]) each.shift();
  proxy?.kill();
  bareChild.removeAllListeners('exit').send('end');
  say(`${ROUNDS} rounds of ${CLICKS} requests in turns, 32 connections; CPU in µs a request, medians\n`);
  for (const server of all) {
    const told = (of: 'own' | 'paced'): string =>
      `${median(server[of]).toFixed(1).padStart(7)} µs  ${ratio(server, bare, of)} times bare Node${proxied ? `, ${ratio(server, proxied, of)} times nginx` : ''}`;
    const inDatabase = server === kept ? `  and ${median(server.database).toFixed(1)} µs of PostgreSQL` : '';
    say(
      `${server.name.padEnd(20)} ${told('own')}  ${Math.round(median(server.perSecond))}/s${inDatabase}; at ${PACE}/s ${told('paced')}`,
    );
  }
  return median(kept.perSecond);
}

async function requireStored(child: ChildProcess): Promise<void> {
  const { touches, events } = await asked(child, 'counts', 'counts');
  if (touches !== ids.size || events !== ids.size)
    throw new Error(`${ids.size} clicks were answered, ${touches} are stored with ${events} events`);
  say(`\n${ids.size} clicks answered with different ids, all stored, with as many events`);
}

async function pace(child: ChildProcess, port: number, most: number): Promise<void> {
  child.send('store');
  const half = Math.max(50, Math.round(most / 2));
  const clicks = await steady({ port, path: linkPath(LINKS.judged), look: stored }, half, SECONDS);
  say(`\nlinks, ${half}/s for ${SECONDS} s: ${percentiles(clicks)} (wanted 30)`);
}

const percentiles = (sorted: readonly number[]): string =>
  `p50 ${share(sorted, 0.5).toFixed(1)} ms, p99 ${share(sorted, 0.99).toFixed(1)} ms`;

/** Of 2000 a second that are wanted, and as much of it as there is. */
const TAG_PACES = [2_000, 1_000, 500, 250, 100];

async function videoTags(child: ChildProcess, port: number): Promise<void> {
  let answered = 0;
  const tag: Press = {
    port,
    // Somebody else each time: nobody has seen the ad too often.
    path: () => `/vast/${TAG_KEY}.xml?plc=pre-roll&vid=v${asks % 50}&dom=news.example&ifa=person-${asks++}`,
    look: ({ status, body }) => {
      if (status !== 200 || !body.includes('<Wrapper')) throw new Error(`answered ${status} ${body.slice(0, 300)}`);
      answered++;
    },
  };
  await pressed(tag, CLICKS);
  const [before, database] = [await asked(child, 'cpu', 'cpu'), below(child.pid ?? 0)];
  const { seconds } = await pressed(tag, CLICKS);
  const own = ((await asked(child, 'cpu', 'cpu')) - before) / CLICKS;
  const inDatabase = (below(child.pid ?? 0) - database) / CLICKS;
  const most = CLICKS / seconds;
  say(`video tags: ${Math.round(most)}/s, ${own.toFixed(0)} µs and ${inDatabase.toFixed(0)} of PostgreSQL`);
  for (const pace of TAG_PACES.filter((each) => each < most)) {
    const ms = await steady(tag, pace, SECONDS);
    say(`video tags, ${pace}/s for ${SECONDS} s: ${percentiles(ms)} (wanted 15 at 2000/s)`);
  }
  const { requests } = await asked(child, 'counts', 'counts');
  if (requests !== answered) throw new Error(`${answered} tags were answered, ${requests} requests are stored`);
  say(`${answered} tags answered with an ad, all their requests stored`);
}

async function conversions(child: ChildProcess): Promise<void> {
  const database = below(child.pid ?? 0);
  const { seconds, taken, cpu, stored: kept } = await asked(child, { convert: CONVERSIONS }, 'converted');
  const inDatabase = (below(child.pid ?? 0) - database) / CONVERSIONS;
  const paid = Math.min(CAP, CONVERSIONS);
  if (kept.n !== CONVERSIONS || kept.paid !== paid || kept.used !== paid || taken['Success'] !== paid)
    throw new Error(`cap ${CAP}: ${JSON.stringify({ taken, kept })}`);
  say(
    `\nconversions from 64 senders: ${Math.round(CONVERSIONS / seconds)}/s, ${(cpu / CONVERSIONS).toFixed(0)} µs with their senders and ${inDatabase.toFixed(0)} of PostgreSQL; all ${kept.n} stored, of a cap of ${CAP} ${kept.paid} paid`,
  );
}

say(`Clicks, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}`);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const child = fork(join(import.meta.dirname, 'serve.ts'), [join(FOLDER, 'data')], BUILT);
const port = await heard(child, 'port');
const most = await costs(child, port);
await requireStored(child);
await conversions(child);
await pace(child, port, most);
await videoTags(child, port);
await requireStored(child);
say(`load at the end ${loadavg()[0]?.toFixed(1)}`);
child.send('end');
await new Promise((done) => child.removeAllListeners('exit').once('exit', done));
