import type { Random } from './random.ts';

interface Block {
  first: number;
  size: number;
}

function parse(block: string): Block {
  const [base = '', length = ''] = block.split('/');
  const parts = base.split('.').map(Number);
  const first = parts.reduce((sum, part) => sum * 256 + part, 0);
  const size = 2 ** (32 - Number(length));
  if (parts.length !== 4 || Number.isNaN(first + size)) throw new Error(`not an IPv4 block: ${block}`);
  return { first, size };
}

const parsed = new Map<string, Block>();

/** Any host of the block, leaving out the addresses ending in 0 and 255. */
export function addressIn(random: Random, text: string): string {
  let block = parsed.get(text);
  if (!block) {
    block = parse(text);
    parsed.set(text, block);
  }
  const at = block.first + Math.floor(random.next() * (block.size / 256)) * 256;
  return `${Math.floor(at / 16777216)}.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${random.int(1, 254)}`;
}
