import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const SLOT_ID = 'top-line-filters';

/** The place in the top line where a page puts its Filters button. */
export const TopLineSlot = () => <div id={SLOT_ID} style={{ display: 'contents' }} />;

/** Shows its children in the shell's top line, wherever the page renders them. */
export function InTopLine({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(SLOT_ID)), []);
  return slot && createPortal(children, slot);
}
