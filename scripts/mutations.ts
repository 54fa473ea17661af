/** Small mistakes that could be made in a file of TypeScript: each is another text in place of a part of it. */

import { parseAst } from 'vitest/node';

export interface Mutation {
  readonly kind: 'operator' | 'literal' | 'condition' | 'arguments' | 'call';
  /** The part that is replaced, as offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

const CONDITIONS = new Set([
  'IfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ConditionalExpression',
]);

/** All mutations of a file, in the order of its text; types have none. */
export function mutationsOf(text: string): Mutation[] {
  const found: Mutation[] = [];
  const visit = (node: Node): void => {
    if (/^(TS.*(Type|Keyword|Annotation|Declaration|Instantiation)|ImportDeclaration)$/.test(node.type))
      return;
    found.push(...mutationsAt(node, text));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found.toSorted((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function mutationsAt(node: Node, text: string): Mutation[] {
  const { type, start, end } = node;
  const of = (part: Node): string => text.slice(part.start, part.end);
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const at = text.indexOf(operator, left.end);
      const by = OPERATORS[operator];
      if (by === undefined || at < 0 || at >= right.start) return [];
      return [{ kind: 'operator', start: at, end: at + operator.length, by }];
    }
    case 'UpdateExpression': {
      const operator = node['operator'] as string;
      const at = node['prefix'] === true ? start : end - operator.length;
      return [{ kind: 'operator', start: at, end: at + operator.length, by: OPERATORS[operator] }];
    }
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'boolean') return [{ kind: 'literal', start, end, by: `${!value}` }];
      return typeof value === 'number' ? [{ kind: 'literal', start, end, by: `${value + 1}` }] : [];
    }
    case 'CallExpression':
    case 'NewExpression': {
      const given = node['arguments'] as readonly Node[];
      return given.slice(1).flatMap((second, at): Mutation[] => {
        const first = given[at];
        if ([first, second].some((one) => one.type === 'SpreadElement') || of(first) === of(second))
          return [];
        const between = text.slice(first.end, second.start);
        const by = `${of(second)}${between}${of(first)}`;
        return [{ kind: 'arguments', start: first.start, end: second.end, by }];
      });
    }
    case 'ExpressionStatement': {
      const expression = node['expression'] as Node;
      const inner = /^(YieldExpression|AwaitExpression)$/.test(expression.type)
        ? (expression['argument'] as Node | null)
        : expression;
      return inner?.type === 'CallExpression' ? [{ kind: 'call', start, end, by: 'void 0;' }] : [];
    }
    default: {
      const test = node['test'] as Node | null | undefined;
      if (!CONDITIONS.has(type) || !test) return [];
      return [{ kind: 'condition', start: test.start, end: test.end, by: `!(${of(test)})` }];
    }
  }
}
