/** Colour tokens as the browser resolves them, of the shown scheme or another: canvas cannot read variables or light-dark(). */
export function readTokens<N extends string>(names: readonly N[], scheme?: 'light' | 'dark'): (name: N) => string {
  const probe = document.createElement('i');
  if (scheme) probe.style.colorScheme = scheme;
  document.body.append(probe);
  const colours = new Map<N, string>();
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours.set(name, getComputedStyle(probe).color);
  }
  probe.remove();
  return (name) => colours.get(name) ?? 'currentColor';
}
