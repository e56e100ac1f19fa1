/** What one language says of rules, of their limits and of the methods of the catalogue: a file of `texts`. */
export interface RuleTextFile {
  rules: Readonly<Record<string, RuleText>>;
  /** By the English label. */
  limits: Readonly<Record<string, string>>;
  methods: Readonly<Record<string, MethodText>>;
}

interface RuleText extends Translated {
  title: string;
  /** Names of its aspects, by their ids. */
  aspects?: Readonly<Record<string, string>>;
  looksAt: string;
  falsePositives: string;
}

interface MethodText extends Translated {
  title: string;
  needs?: string;
}

interface Translated {
  /** Digest of the English this was translated from; `npm run sync` writes it where it is missing. */
  of?: string;
}

/** Namespaces of the browser that are made of such a file. */
export type RuleNamespace = 'rule-names' | 'rule-texts';

/**
 * The part that anybody may load, by namespace. It is named piece by piece, because these become files that nobody has
 * to sign in for: who may be hit by mistake quotes limits and stays with the server.
 */
export function publicTexts({ rules, limits, methods }: RuleTextFile): Record<RuleNamespace, Record<string, string>> {
  const named = Object.entries(rules).flatMap(([id, { title, aspects = {} }]) => [
    [`rule.${id}`, title],
    ...Object.entries(aspects).map(([aspect, name]) => [`rule.${id}.${aspect}`, name]),
  ]);
  const labels = Object.entries(limits).map(([label, text]) => [`limit.${label}`, text]);
  const told = Object.entries(rules).map(([id, { looksAt }]) => [`${id}.looksAt`, looksAt]);
  const waiting = Object.entries(methods).flatMap(([number, { title, needs }]) => [
    [`method.${number}.title`, title],
    ...(needs === undefined ? [] : [[`method.${number}.needs`, needs]]),
  ]);
  return {
    'rule-names': Object.fromEntries([...named, ...labels]),
    'rule-texts': Object.fromEntries([...told, ...waiting]),
  };
}
