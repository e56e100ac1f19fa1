import styles from './charts.module.css';
import type { Readout } from './readout.ts';

/** The tip as elements: markup with styles in it would need a hole in the content security policy. */
export function tipOf(
  { head, open, lines, marks }: Readout,
  colours: readonly string[],
  openWord: string,
): HTMLElement {
  const tip = document.createElement('div');
  tip.className = styles.tip ?? '';
  const title = tip.appendChild(document.createElement('strong'));
  title.textContent = open ? `${head} (${openWord})` : head;
  lines.forEach(({ name, value }, at) => {
    const line = tip.appendChild(document.createElement('div'));
    const swatch = line.appendChild(document.createElement('i'));
    swatch.style.background = colours[at] ?? 'transparent';
    line.appendChild(document.createElement('span')).textContent = name;
    line.appendChild(document.createElement('b')).textContent = value;
  });
  for (const mark of marks) tip.appendChild(document.createElement('em')).textContent = mark;
  return tip;
}
