import { addressIn } from './addresses.ts';
import { HOSTING_BLOCKS } from './data/networks.ts';
import { Random } from './random.ts';

/** Whoever runs robots rents a few servers and sends them all from there. */
const SERVERS = 12;

/** The address of one of the rented servers; the same few for everybody. */
export function serverAddress(random: Random): string {
  const server = new Random(random.int(1, SERVERS), 'server');
  return addressIn(server, server.pick(HOSTING_BLOCKS));
}
