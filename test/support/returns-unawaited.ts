import { parseSync } from 'vite';

/** Calls returned as they are, by functions that have `await using`. A call of what is no promise gets a name first. */
export function returnsUnawaited(path: string, text: string): string[] {
  const guilty: string[] = [];
  const visit = (node: Node, uses: boolean): void => {
    if (uses && node.type === 'ReturnStatement' && isCall(node.argument))
      guilty.push(`${path}: ${text.slice(node.start, node.end)}`);
    const own = FUNCTIONS.has(node.type) ? hasAwaitUsing(node) : uses;
    for (const child of childrenOf(node)) visit(child, own);
  };
  visit(parseSync(path, text).program as unknown as Node, false);
  return guilty;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** A call, also behind a question or parentheses. */
function isCall(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'ConditionalExpression') return isCall(value.consequent) || isCall(value.alternate);
  if (value.type === 'LogicalExpression') return isCall(value.right);
  return value.type === 'CallExpression';
}

const hasAwaitUsing = (node: Node): boolean =>
  childrenOf(node).some(
    (child) =>
      (child.type === 'VariableDeclaration' && child.kind === 'await using') ||
      (!FUNCTIONS.has(child.type) && hasAwaitUsing(child)),
  );
