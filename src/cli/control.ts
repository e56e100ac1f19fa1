import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AppContext } from '#app/server/app-context.ts';
import type { Command, Printer } from './command.ts';

/**
 * The engine folder has one owner, so commands beside a running server speak to it through this socket (owner only).
 */
type Message = { line: string } | { progress: string } | { exit: number };

// The kernel cuts socket paths at 107 bytes.
const MAX_SOCKET_PATH = 100;
/** The arguments of a command; paths are the longest of them. */
const MAX_REQUEST_BYTES = 1_000_000;

export function controlSocketOf(dataFolder: string): string {
  const beside = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(beside) <= MAX_SOCKET_PATH) return beside;
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return join(tmpdir(), `adsieve-${process.getuid?.() ?? 0}`, `${name}.sock`);
}

export async function listenForCommands(
  path: string,
  context: AppContext,
  commands: ReadonlyMap<string, Command>,
): Promise<Server> {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    const send = (message: Message): void => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      if (socket.bytesRead > MAX_REQUEST_BYTES) socket.destroy();
    });
    const lines = createInterface({ input: socket });
    // It tells once more what the socket has told; unheard that would end the server.
    lines.on('error', () => {});
    lines.once('line', (text) => {
      runRequest(text, context, commands, send)
        .catch((error: unknown) => {
          send({ line: error instanceof Error ? error.message : String(error) });
          return 1;
        })
        .then((exit) => {
          send({ exit });
          socket.end();
        });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Born private: between listening and a later chmod anybody could have connected.
    const before = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(before);
  });
  chmodSync(path, 0o600);
  return server;
}

async function runRequest(
  text: string,
  context: AppContext,
  commands: ReadonlyMap<string, Command>,
  send: (message: Message) => void,
): Promise<number> {
  const { name, args } = JSON.parse(text) as { name: string; args: unknown };
  const found = commands.get(name);
  if (!found) throw new Error(`The running server does not know the command ${name}`);
  return found.run(context, args, { line: (line) => send({ line }), progress: (progress) => send({ progress }) });
}

/** The exit code of the command run by the server behind the socket, or null when nobody listens there. */
export async function runOnServer(path: string, name: string, args: unknown, print: Printer): Promise<number | null> {
  const socket = connect(path);
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!connected) return null;
  socket.write(`${JSON.stringify({ name, args })}\n`);
  for await (const text of createInterface({ input: socket })) {
    const message = JSON.parse(text) as Message;
    if ('line' in message) print.line(message.line);
    else if ('progress' in message) print.progress(message.progress);
    else return message.exit;
  }
  throw new Error('The server went away before the command ended');
}
