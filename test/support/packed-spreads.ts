import { type ESTree, parseSync, Visitor } from 'vite';

/** What stands in parentheses or before `as const` and `satisfies`. */
function bare(node: ESTree.Expression): ESTree.Expression {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return bare(node.expression);
    default:
      return node;
  }
}

/** Spreads of a literal: they change nothing but how the formatter lays out the lines. Each as its line and text. */
export function packedSpreads(path: string, text: string): string[] {
  const found: string[] = [];
  const look = ({ argument, start, end }: ESTree.SpreadElement | ESTree.JSXSpreadAttribute): void => {
    if (!/^(Object|Array)Expression$/.test(bare(argument).type)) return;
    found.push(`${path}:${text.slice(0, start).split('\n').length} ${text.slice(start, end)}`);
  };
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  new Visitor({ SpreadElement: look, JSXSpreadAttribute: look }).visit(program);
  return found;
}
