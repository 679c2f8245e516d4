import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cutEnd } from '#common/cut.ts';
import { megabytes } from '#common/words.ts';
import { readForeign } from '#process/foreign-files.ts';
import { readRound } from '#trials/rows/formats/registry.ts';
import { type Accounts, lastWords, type Round, type RoundEnding } from '#trials/rows/ledger.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import type { Damage, RowsPlace } from '#trials/rows/row.ts';

/** A file that a round wrote, or added to. */
export interface WrittenFile {
  readonly path: string;
  /** For people; empty: it lies where only we look. */
  readonly name: string;
  /** Where the round began to write. */
  readonly from: number;
}

/** The file at a path, or the files of the folder there. `name`: what people call that file. */
export async function filesAt(path: string, name = basename(path)): Promise<readonly WrittenFile[]> {
  const names = await readdir(path).catch(() => null);
  if (names === null) return [{ path, name, from: 0 }];
  return names.sort().map((name) => ({ path: join(path, name), name, from: 0 }));
}

/** Reads what one round wrote. */
export function readResults(
  files: readonly WrittenFile[] | Damage,
  format: ResultFormat,
  place: RowsPlace,
  accounts: Pick<Accounts, 'ending' | 'min_score'>,
): Round {
  const exit = exitWords(accounts.ending);
  if ('code' in files) return without(files.code === 'none_newer' ? { ...files, exit } : files);
  if (files.length === 0) return without({ code: 'no_file', exit });
  if (files.length > MOST_FILES)
    return without({ code: 'unreadable_file', problem: `it wrote more than ${MOST_FILES} files` });
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of files) {
    const text = textOf(file, left, exit);
    if (typeof text !== 'string') return without(text);
    texts.push(text);
    left -= text.length;
  }
  return readRound(
    format,
    texts,
    place,
    accounts,
    files.map(({ name }) => name),
  );
}

function exitWords(ending: RoundEnding | null): string {
  const said = ending === null || ending.code === 0 ? '' : lastWords(ending.output);
  return `${ending?.words ?? 'no file'}${said === '' ? '' : `: ${said}`}`;
}

const MOST_FILES = 100;
const MOST_BYTES = 64 * 1024 * 1024;

function textOf({ path, name, from }: WrittenFile, most: number, exit: string): string | Damage {
  const read = readForeign(path, most, from);
  if ('problem' in read) return read.missing ? { code: 'no_file', exit } : unreadable(name, read.problem);
  if (read.size > most)
    return unreadable(name, `it has ${megabytes(read.size)}, at most ${megabytes(MOST_BYTES)} of a round are read`);
  const { bytes } = read;
  return new TextDecoder(UTF_16[bytes.toString('hex', 0, 2)] ?? 'utf-8', { ignoreBOM: true }).decode(bytes);
}

/** How a file begins that Windows wrote. */
const UTF_16: { readonly [start: string]: string } = { fffe: 'utf-16le', feff: 'utf-16be' };

function unreadable(name: string, problem: string): Damage {
  return {
    code: 'unreadable_file',
    problem: `what it wrote${name === '' ? '' : ` (${cutEnd(name, 100)})`} can't be read: ${problem}`,
  };
}

function without(damage: Damage): Round {
  return { kind: 'void', damage: [damage] };
}
