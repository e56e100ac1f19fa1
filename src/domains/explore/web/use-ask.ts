import { useMemo } from 'react';
import { type Ask, readAsk } from './ask.ts';

/** The question of an address; the same value while the address says the same. */
export function useAsk(params: URLSearchParams): Ask {
  const text = params.toString();
  return useMemo(() => readAsk(new URLSearchParams(text)), [text]);
}
