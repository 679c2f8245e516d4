import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { megabytes } from '#common/words.ts';
import { readForeign } from '#process/foreign-files.ts';
import { readRound } from '#trials/rows/formats/registry.ts';
import { type Accounts, lastWords, type Round } from '#trials/rows/ledger.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import type { Damage, RowsPlace } from '#trials/rows/row.ts';

/** What one round wrote at a path: one file, or a folder of files. */
export async function readResults(
  path: string,
  format: ResultFormat,
  place: RowsPlace,
  accounts: Pick<Accounts, 'ending' | 'min_score'>,
): Promise<Round> {
  const { ending } = accounts;
  const said = ending === null || ending.code === 0 ? '' : lastWords(ending.output);
  const exit = `${ending?.words ?? 'no file'}${said === '' ? '' : `: ${said}`}`;
  const names = await readdir(path).catch(() => null);
  if (names?.length === 0) return without({ code: 'no_file', exit });
  if (names !== null && names.length > MOST_FILES)
    return without({ code: 'unreadable_file', problem: `it wrote more than ${MOST_FILES} files` });
  const paths = names === null ? [path] : names.sort().map((name) => join(path, name));
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of paths) {
    const text = textOf(file, left, exit);
    if (typeof text !== 'string') return without(text);
    texts.push(text);
    left -= text.length;
  }
  return readRound(format, texts, place, accounts);
}

const MOST_FILES = 100;
const MOST_BYTES = 64 * 1024 * 1024;

function textOf(path: string, most: number, exit: string): string | Damage {
  const read = readForeign(path, most);
  if ('problem' in read) return read.missing ? { code: 'no_file', exit } : unreadable(read.problem);
  if (read.size > most)
    return unreadable(`it has ${megabytes(read.size)}, at most ${megabytes(MOST_BYTES)} of a round are read`);
  const { bytes } = read;
  return new TextDecoder(UTF_16[bytes.toString('hex', 0, 2)] ?? 'utf-8', { ignoreBOM: true }).decode(bytes);
}

/** How a file begins that Windows wrote. */
const UTF_16: { readonly [start: string]: string } = { fffe: 'utf-16le', feff: 'utf-16be' };

function unreadable(problem: string): Damage {
  return { code: 'unreadable_file', problem: `what it wrote can't be read: ${problem}` };
}

function without(damage: Damage): Round {
  return { kind: 'void', damage: [damage] };
}
