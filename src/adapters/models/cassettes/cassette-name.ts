import { createHash } from 'node:crypto';

/**
 * File name of a case's cassette. An id of small letters, digits, `.`, `_` and `-` stays as it is; any other (a folder, a
 * capital that some file systems don't tell from a small letter, a name that Windows keeps for itself) is spelled with
 * these and gets `~` and a hash, so that two cases never share a file.
 */
export function cassetteName(caseId: string): string {
  if (PLAIN.test(caseId) && !RESERVED.test(caseId)) return `${caseId}.json`;
  const words = caseId
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MOST_WORDS);
  const hash = createHash('sha256').update(caseId).digest('hex').slice(0, HASH_LENGTH);
  return `${words}~${hash}.json`;
}

const MOST_WORDS = 80;
const HASH_LENGTH = 16;

const PLAIN = /^[a-z0-9_][a-z0-9._-]{0,127}$/;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;
