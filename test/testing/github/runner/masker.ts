/** Replaces secrets by `***`, exactly and nothing else: encoded forms of a secret are not found. */
export type Masker = {
  readonly add: (value: string) => void;
  readonly mask: (text: string) => string;
  readonly values: () => readonly string[];
};

/** Starts with the secrets the runner knows beforehand. */
export function createMasker(secrets: readonly string[] = []): Masker {
  const values = new Set<string>();
  const add = (value: string) => {
    if (value !== '') values.add(value);
    for (const line of value.split(/[\r\n]+/)) if (line !== '') values.add(line);
  };
  for (const secret of secrets) add(secret);
  return { add, mask: (text) => maskAll(text, values), values: () => [...values] };
}

/** Overlapping and touching finds become one `***`, as in the runner. */
function maskAll(text: string, values: ReadonlySet<string>): string {
  const spans = [...values].flatMap((value) => occurrences(text, value)).sort((a, b) => a.start - b.start);
  let masked = '';
  let position = 0;
  let open: Span | null = null;
  for (const span of spans) {
    if (open !== null && span.start <= open.end) {
      open = { start: open.start, end: Math.max(open.end, span.end) };
      continue;
    }
    if (open !== null) {
      masked += `${text.slice(position, open.start)}***`;
      position = open.end;
    }
    open = span;
  }
  if (open !== null) {
    masked += `${text.slice(position, open.start)}***`;
    position = open.end;
  }
  return masked + text.slice(position);
}

type Span = { readonly start: number; readonly end: number };

function occurrences(text: string, value: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    spans.push({ start, end: start + value.length });
  }
  return spans;
}
