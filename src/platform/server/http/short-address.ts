import ipaddr from 'ipaddr.js';

/** For logs: of whom it may be, not who: the last byte of IPv4 and all but 48 bits of IPv6 are left out. */
export function shortAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  const kept = address.kind() === 'ipv4' ? 3 : 6;
  return ipaddr.fromByteArray(bytes.map((byte, at) => (at < kept ? byte : 0))).toString();
}
