import { ID_PATTERN } from '#cases/suite/schemas/case-schema.ts';
import { sha256Hex } from '#common/sha256.ts';

const LONGEST = 128;
const HASH_LENGTH = 8;

/**
 * A valid id for any free text, always the same for the same text. A valid id stays as it is; letters lose accents and upper
 * case, everything else becomes `-`. If letters without Latin spelling or the end of a long text are lost, a short hash of the
 * text keeps different texts apart.
 */
export function slug(text: string): string {
  if (ID_PATTERN.test(text)) return text;
  const latin = text
    .toLowerCase()
    .replace(/[ßæœøđłþðı]/g, (letter) => SPELLINGS[letter] ?? '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const words = latin
    .replace(/[^a-z0-9._/]+/g, '-')
    .replace(/\.{2,}|\/{2,}/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-./]+|[-./]+$/g, '');
  const lossy = words === '' || words.length > LONGEST || /[^\P{L}a-z]|[^\P{N}0-9]/u.test(latin);
  return lossy ? withHash(words, text) : words;
}

const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

function withHash(words: string, text: string): string {
  const hash = sha256Hex(text).slice(0, HASH_LENGTH);
  const start = words === '' ? 'case' : words.slice(0, LONGEST - HASH_LENGTH - 1).replace(/[-./]+$/, '');
  return `${start}-${hash}`;
}
