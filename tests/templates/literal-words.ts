import { parseAst } from 'vitest/node';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Attributes and properties that readers see or hear. */
const shown =
  /^(?:aria-?(?:label|description|valuetext|roledescription)|title|alt|placeholder|label|summary|(?:text|inner)(?:Content|Text|HTML)|subject)$/i;

/** Functions that show their arguments. */
const shows = /^(?:toast|prompt|alert|confirm|append|setText|createTextNode)$/;

/** The literal texts in a module that a reader of the page would read or hear. */
export function literalWords(code: string): string[] {
  const found: string[] = [];
  function visit(node: Node, above: readonly Node[]) {
    const text = textOf(node);
    if (text !== undefined && /\p{L}/u.test(text) && isRead(node, above)) found.push(text.trim());
    for (const [key, value] of Object.entries(node))
      for (const child of [value].flat())
        if (isNode(child) && !isName(node, key)) visit(child, [node, ...above]);
  }
  visit(parseAst(code, { lang: 'tsx', astType: 'ts' }) as unknown as Node, []);
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateElement' ? (node.value as { readonly raw: string }).raw : undefined;
}

const isName = (node: Node, key: string): boolean =>
  /^(?:Import|Export\w+From|ExportAll)/.test(node.type) || (node.type === 'Property' && key === 'key');

/** Whether a text is in an element, or the value of something that is shown. */
function isRead(node: Node, above: readonly Node[]): boolean {
  if (node.type === 'JSXText') return true;
  for (const [i, outer] of above.entries()) {
    const inner = above[i - 1] ?? node;
    // A text that something is compared with, or looked up by.
    if (outer.type === 'BinaryExpression' && outer.operator !== '+') return false;
    if (outer.type === 'ConditionalExpression' && outer.test === inner) return false;
    if (outer.type === 'MemberExpression') return false;
    if (outer.type === 'JSXAttribute') return shown.test(nameOf(outer.name));
    if (outer.type === 'Property') return shown.test(nameOf(outer.key));
    if (outer.type === 'VariableDeclarator') return shown.test(nameOf(outer.id));
    if (outer.type === 'AssignmentExpression') return shown.test(nameOf(outer.left));
    if (outer.type === 'CallExpression' && outer.callee !== inner) return shows.test(nameOf(outer.callee));
    if (/^JSX(?:Element|Fragment)$/.test(outer.type)) return true;
    if (/Function|^ReturnStatement/.test(outer.type)) return false;
  }
  return false;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'JSXNamespacedName') return nameOf(node.name);
  return String(isNode(node.property) ? nameOf(node.property) : (node.name ?? node.value ?? ''));
}
