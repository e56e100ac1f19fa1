import type { Readout, ReadoutWords } from '#platform/contract/charts/readout.ts';
import styles from './charts.module.css';

/** The tip as elements: markup with styles in it would need a hole in the content security policy. */
export function tipOf(
  { head, open, lines, marks, more }: Readout,
  colours: readonly string[],
  words: ReadoutWords | undefined,
): HTMLElement {
  const tip = document.createElement('div');
  tip.className = styles.tip ?? '';
  const title = tip.appendChild(document.createElement('strong'));
  title.textContent = open && words ? `${head} (${words.open})` : head;
  lines.forEach(({ name, value }, at) => {
    const line = tip.appendChild(document.createElement('div'));
    const swatch = line.appendChild(document.createElement('i'));
    swatch.style.background = colours[at] ?? 'transparent';
    line.appendChild(document.createElement('span')).textContent = name;
    line.appendChild(document.createElement('b')).textContent = value;
  });
  if (more > 0 && words) tip.appendChild(document.createElement('em')).textContent = words.more(more);
  for (const mark of marks) tip.appendChild(document.createElement('em')).textContent = mark;
  return tip;
}
