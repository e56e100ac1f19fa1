import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

class Loopback extends Agent {
  readonly #port: () => number;
  constructor(port: () => number) {
    super();
    this.#port = port;
  }
  override createConnection(): Duplex {
    return connect(this.#port(), '127.0.0.1');
  }
}

/** Whatever host is called, a stand-in on this machine answers, in plain HTTP. The port is asked for at each call. */
export const loopbackAgent = (port: () => number): Agent => new Loopback(port);
