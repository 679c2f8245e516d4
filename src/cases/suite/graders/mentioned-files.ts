import { joinedPaths } from './joined-paths.ts';

/**
 * Files that a program may read or start, as paths relative to its own and to its working folder: quoted texts that name a data
 * file or are on a line that opens something, paths joined from quoted texts, and words of shell scripts. Each counts only if the
 * file exists; names that are computed are not seen.
 *
 * @param path of the program, with slashes
 */
export function mentionedFiles(path: string, text: string): readonly string[] {
  const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : '';
  const words = wordsOf(path, text).slice(0, MOST_WORDS);
  const all = words.flatMap((word) => [word, ...(folder === '' || word.startsWith('/') ? [] : [`${folder}${word}`])]);
  return [...new Set(all.map(plainPath))].filter((file) => file !== path && file !== '');
}

/** Most words of one program that are tried. */
const MOST_WORDS = 400;

const SHELL = /\.(?:sh|bash|zsh)$|(?:^|\/)[^./]+$/;
const SCRIPT = /\.(?:[cm]?[jt]sx?|pyw?|rb|pl|php)$/;
const QUOTED = /(["'`])([\w@./ -]{1,200})\1/g;
const DATA =
  /\.(?:json[lc5]?|ndjson|ya?ml|toml|ini|cfg|csv|tsv|txt|xml|html?|sql|db|sqlite3?|pkl|pickle|npy|npz|parquet)$/i;
const OPENS = /open|read|load|path|join|resolve|dirname|import|require|exec|spawn|run|call|start|fork|URL/i;

function wordsOf(path: string, text: string): readonly string[] {
  if (SHELL.test(path))
    return text
      .slice(0, LONGEST_TEXT)
      .split(/[\s"'`;|&()<>${}=]+/)
      .filter(mayBePath);
  if (!SCRIPT.test(path)) return [];
  const lines = text
    .slice(0, LONGEST_TEXT)
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE);
  return [
    ...lines.flatMap((line) => {
      const opens = OPENS.test(line.replaceAll(QUOTED, ''));
      return [...line.matchAll(QUOTED)]
        .map(([, , word = '']) => word)
        .filter((word) => DATA.test(word) || (opens && mayBePath(word)));
    }),
    ...joinedPaths(lines.join('\n')).filter(mayBePath),
  ];
}

/** Whether a program opens or lists files whose names it does not write out: an argument that is no quoted text. */
export function opensComputedNames(path: string, text: string): boolean {
  return SCRIPT.test(path) && COMPUTED.test(text.slice(0, LONGEST_TEXT));
}

const COMPUTED =
  /\b(?:open|readFile(?:Sync)?|createReadStream|readdir(?:Sync)?|globSync|glob|rglob|iterdir|listdir|scandir|walk|read_text|read_bytes|read_csv|file_get_contents|File\.read)\s?\((?!\s?["'`][^"'`{}]*["'`]\s?[,)])/;

/** Whether a path names a file of data. */
export function isDataFile(path: string): boolean {
  return DATA.test(path);
}

function mayBePath(word: string): boolean {
  return word.length <= 200 && /[./]/.test(word) && /\w/.test(word) && !word.includes('://');
}

const LONGEST_TEXT = 1_000_000;
const LONGEST_LINE = 2_000;

/** A path without redundant steps; one that leads above its start keeps its dots. */
export function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `${path.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}
