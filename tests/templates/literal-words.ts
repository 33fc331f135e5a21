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

/** Functions whose arguments no reader sees: those of the console, and of selectors. */
const forDevelopers = /^(?:warn|error|log|querySelector(?:All)?|closest|matches)$/;

/** Attributes for programs. */
const technical =
  /^(?:class(?:Name)?|id|href|src|srcSet|sizes|type|rel|target|role|kind|name|media|method|encType|autoComplete|html[Ff]or|httpEquiv|property|content|charSet|as|sandbox|allow|key|dateTime|command(?:for)?|popover.*|closedby|aria-(?:labelledby|controls|current|live|hidden)|data-.*|referrerPolicy|loading|decoding|fetchPriority|dangerouslySetInnerHTML)$/;

/** The literal texts in a module that a reader of the page would read or hear. */
export function literalWords(code: string): string[] {
  const found: string[] = [];
  function visit(node: Node, above: readonly Node[]) {
    const text = textOf(node);
    if (text !== undefined && /\p{L}/u.test(text) && isRead(node, text, above)) found.push(text.trim());
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

function isRead(node: Node, text: string, above: readonly Node[]): boolean {
  if (node.type === 'JSXText') return true;
  for (const [i, outer] of above.entries()) {
    const inner = above[i - 1] ?? node;
    if (/^TS.*Type|^(?:Import|Export(?:Named|All))/.test(outer.type) && outer.source) return false;
    if (outer.type === 'TSLiteralType') return false;
    // A text that something is compared with, or looked up by.
    if (outer.type === 'BinaryExpression' && outer.operator !== '+') return false;
    if (outer.type === 'SwitchCase' && outer.test === inner) return false;
    if (outer.type === 'MemberExpression') return outer.object === inner && readsAsWords(text);
    if (outer.type === 'ConditionalExpression' && outer.test === inner) return false;
    if (outer.type === 'JSXAttribute') return isSeen(nameOf(outer.name), text);
    if (outer.type === 'Property') return isSeen(nameOf(outer.key), text);
    if (outer.type === 'AssignmentExpression') return isSeen(nameOf(outer.left), text);
    if (outer.type === 'CallExpression' && outer.callee !== inner) return isSaid(nameOf(outer.callee), text);
    if (outer.type === 'JSXExpressionContainer') continue;
    if (/^JSX(?:Element|Fragment)$/.test(outer.type)) return true;
    if (/Function|^VariableDecl|^ReturnStatement/.test(outer.type)) return readsAsWords(text);
  }
  return readsAsWords(text);
}

const isSeen = (name: string, text: string): boolean =>
  shown.test(name) || (!technical.test(name) && readsAsWords(text));

const isSaid = (callee: string, text: string): boolean =>
  shows.test(callee) || (!forDevelopers.test(callee) && readsAsWords(text));

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'JSXNamespacedName') return nameOf(node.name);
  return String(isNode(node.property) ? nameOf(node.property) : (node.name ?? node.value ?? ''));
}

/** Several words, or one with a capital letter or a sign that ends a sentence. */
const readsAsWords = (text: string): boolean =>
  !isSelector.test(text) &&
  (/\p{L}{2,}[,:;.…]?\s+\p{L}{2,}/u.test(text) || /^\s*\p{Lu}\p{Ll}+[.…:!?]?\s*$/u.test(text));

const isSelector = /^(?::scope > )?[.#[]/;
