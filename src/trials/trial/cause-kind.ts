/**
 * What two causes have in common if they are one: the types of the error and the words of its message. What differs between
 * trials that fail alike (addresses, ids, times, numbers, folders) is replaced. The types are kept as they are, so that errors
 * of two types never are one cause.
 *
 * @param cause one line, perhaps after the name of a tool: `tool refund: KeyError: 'A89268'`; untrusted
 */
export function causeKind(cause: string): string {
  const [types = ''] = TYPES.exec(cause) ?? [];
  const message = VARYING.reduce((text, [part, instead]) => text.replace(part, instead), cause.slice(types.length));
  return `${types}\n${message}`;
}

/** Names that are followed by a colon, a bracket or nothing: those of the tool and of the types of the error. */
const TYPES = /^(?:tool \S+: )?(?:[a-z_$][\w$.]*(?:::[\w$]+)*(?: \[\w+\])?(?:: |\(|$))*/i;

/** In this order: what is replaced by one has nothing of the next. */
const VARYING: readonly (readonly [part: RegExp, instead: string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?/g, '<time>'],
  // A file keeps its name: which one it is matters, and not where.
  [/(?<![\w.])(?:[a-z]:)?(?:[/\\][\w.@+~-]+)+[/\\](?=[\w.@+~-])/gi, '<folder>/'],
  [/<folder>\/tmp[\w-]{4,}/g, '<folder>/<id>'],
  [/\b0x[0-9a-f]+/gi, '<address>'],
  [/\b(?=\w*[a-z])(?=(?:[a-z_]*\d){2})\w{6,}\b/gi, '<id>'],
  // A status is no count: it says what happened.
  [/(?<!\d|\b(?:status|code|errno|http(?:\/\d(?:\.\d)?)?)\W{0,3})\d+/gi, '0'],
];
