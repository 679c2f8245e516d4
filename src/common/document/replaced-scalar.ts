import { isScalar, parseDocument } from 'yaml';
import { canonicalJson, withValueAt } from '../json.ts';
import { asJson } from '../json-text.ts';
import type { DocumentPath } from './located-document.ts';

/**
 * A YAML or JSON text in which a name at one place is another one, and not a byte else: comments, quotation marks and the same name
 * elsewhere stay. `null` unless a text of one line stands at the path itself (no alias), holds `from` once, as a name of its own,
 * and the result reads as the same document but for that.
 *
 * @param from a name: no blanks, no quotation marks; so is `to`
 */
export function withNameReplaced(text: string, path: DocumentPath, from: string, to: string): string | null {
  const before = parseDocument(text);
  const node = before.getIn(path, true);
  if (!isScalar(node) || typeof node.value !== 'string' || node.range == null) return null;
  const [start, end] = node.range;
  const written = renamed(text.slice(start, end), from, to);
  const value = renamed(node.value, from, to);
  if (written === null || value === null) return null;
  const changed = `${text.slice(0, start)}${written}${text.slice(end)}`;
  const after = parseDocument(changed);
  const wanted = withValueAt(asJson(before.toJS()), path, value);
  return after.errors.length === 0 && canonicalJson(wanted) === canonicalJson(asJson(after.toJS())) ? changed : null;
}

/** `null` unless the name occurs once, and no part of a longer one. */
function renamed(text: string, from: string, to: string): string | null {
  const parts = text.split(from);
  const [before = '', after = ''] = parts;
  return parts.length === 2 && !/[\w.-]$/.test(before) && !/^[\w.:@-]/.test(after) ? `${before}${to}${after}` : null;
}
