import type { DocumentPath } from './located-document.ts';

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

/** `cases[2].expect.state["order.status"]`; empty for the root. */
export function pathText(path: DocumentPath): string {
  return path.map((part, index) => partText(part, index === 0)).join('');
}

function partText(part: string | number, first: boolean): string {
  if (typeof part === 'number') return `[${part}]`;
  if (!PLAIN_KEY.test(part)) return `[${JSON.stringify(part)}]`;
  return first ? part : `.${part}`;
}
