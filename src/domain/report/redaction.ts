/** Secrets shorter than this are not searched for: they would blank out ordinary text. */
const MIN_LENGTH = 6;

/** What stands in place of a secret. */
const MASK = '***';

/** Shapes of widely used credentials, whoever they belong to. */
const KNOWN_SHAPES: readonly RegExp[] = [
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g,
  /(?<=[Aa]uthorization["']?\s*[:=]\s*["']?(?:Bearer|Basic|token)\s+)[A-Za-z0-9._~+/=-]{6,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/**
 * Makes a function that takes secrets out of texts of every kind (JSON, Markdown, XML, plain): the values themselves,
 * each of their lines, their base64, base64url, URL and JSON spellings, and anything shaped like a known credential.
 */
export function secretRedactor(values: readonly string[]): (text: string) => string {
  const forms = [...new Set(values.flatMap(lines).flatMap(spellings))]
    .filter((form) => form.length >= MIN_LENGTH)
    .sort((left, right) => right.length - left.length);
  const exact = forms.length > 0 ? new RegExp(forms.map(literal).join('|'), 'g') : null;
  return (text) => KNOWN_SHAPES.reduce((rest, shape) => rest.replace(shape, MASK), exact ? text.replace(exact, MASK) : text);
}

function lines(value: string): readonly string[] {
  const trimmed = value.trim();
  return [trimmed, ...trimmed.split(/\r?\n/).map((line) => line.trim())].filter((line) => line.length >= MIN_LENGTH);
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    ...base64Cores(secret),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ];
}

/**
 * The characters of a secret's base64 that do not depend on what stands around it, for each of the three alignments
 * it may have inside a longer encoded text (`user:secret`), in the standard and the URL alphabet.
 */
function base64Cores(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const encoded = btoa(String.fromCharCode(...padded));
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = encoded.slice(first, last);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
