import { useState } from 'react';
import { readCookie, writeCookie } from '../cookie.ts';

export const ROW_HEIGHT = { normal: 36, compact: 30 } as const;
export type Density = keyof typeof ROW_HEIGHT;

const COOKIE = 'row_height';

const isDensity = (text: string | undefined): text is Density => text === 'normal' || text === 'compact';

/** How high rows are: as the reader chose for all tables, else as the table has it. */
export function useDensity(usual: Density = 'normal') {
  const [chosen, setChosen] = useState(() => readCookie(COOKIE));
  return {
    density: isDensity(chosen) ? chosen : usual,
    setDensity: (density: Density): void => {
      setChosen(density);
      writeCookie(COOKIE, density);
    },
  };
}
