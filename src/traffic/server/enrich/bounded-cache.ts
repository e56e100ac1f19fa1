/** Remembers the answers of a pure function for the `size` keys used last. Agents and addresses repeat; questions cost 50 times more. */
export function remember<T>(size: number, ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) {
      // A Map keeps the order of insertion, so inserting again makes the key the youngest; half the time suffices.
      if (known.size * 2 > size) {
        known.delete(key);
        known.set(key, found);
      }
      return found;
    }
    const answer = ask(key);
    known.set(key, answer);
    const oldest = known.size > size ? known.keys().next() : null;
    if (oldest && !oldest.done) known.delete(oldest.value);
    return answer;
  };
}
