/**
 * Addresses that no public network routes (IANA special-purpose
 * registries, RFC 6890 and successors), with what they are.
 */
export const RESERVED_RANGES: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'carrier NAT',
  '127.0.0.0/8': 'loopback',
  '169.254.0.0/16': 'link local',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.168.0.0/16': 'private',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '::1/128': 'loopback',
  '100::/64': 'discard',
  '2001:db8::/32': 'documentation',
  '3fff::/20': 'documentation',
  'fc00::/7': 'private',
  'fe80::/10': 'link local',
  'ff00::/8': 'multicast',
};
