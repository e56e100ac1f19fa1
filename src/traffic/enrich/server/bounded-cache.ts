/**
 * Remembers the answers of a pure function for about the `size` keys used last: agents and addresses repeat, and asking
 * costs a hundred times more than remembering. Two generations: when the young one holds half of `size` it becomes the
 * old one, and what is not used until the next change is forgotten. No entry is ever deleted singly, which a Map does
 * slowly.
 */
export function remember<T>(size: number, ask: (key: string) => T): (key: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (key) => {
    const fresh = young.get(key);
    if (fresh !== undefined) return fresh;
    const answer = old.get(key) ?? ask(key);
    if (young.size * 2 >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, answer);
    return answer;
  };
}
