/** How benches write made rows: in blocks that one thread holds in memory beside the engine's own work. */
export const FILLING = {
  lane: 'write',
  settings: {
    max_insert_threads: 1,
    max_block_size: 32_768,
    min_insert_block_size_rows: 131_072,
    min_insert_block_size_bytes: 64_000_000,
  },
} as const;
