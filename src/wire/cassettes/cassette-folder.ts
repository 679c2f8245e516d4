import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#common/sha256.ts';
import { megabytes } from '#common/words.ts';
import { type Entry, parseCassette, printCassette } from './cassette-document.ts';
import { CassetteError } from './cassette-error.ts';

/** One case's answers, and the length of their text. */
interface ReadCassette {
  readonly entries: readonly Entry[];
  readonly length: number;
}

/** A folder with one file per case. The files are untrusted. */
export interface CassetteFolder {
  /**
   * `null` if the case has no file.
   *
   * @throws CassetteError if the file can't be read or is malformed.
   */
  read(caseId: string): Promise<ReadCassette | null>;
  /**
   * Replaces a case's file in one step; returns the length of its text.
   *
   * @throws CassetteError if it can't be written, or would be too large to be read.
   */
  write(caseId: string, entries: readonly Entry[]): Promise<number>;
  /**
   * The highest trial number in any file; `null` if nothing is stored.
   *
   * @throws CassetteError on the first malformed file.
   */
  trials(): Promise<number | null>;
}

/** `folder` is absolute; it is created on the first write. */
export function openCassetteFolder(folder: string): CassetteFolder {
  return {
    read: (caseId) => readCassette(folder, cassetteName(caseId)),
    async write(caseId, entries) {
      const text = printCassette({ case_id: caseId, entries });
      if (Buffer.byteLength(text) > MAX_BYTES) {
        throw new CassetteError(
          `the answers of the case ${JSON.stringify(caseId)} take more than ${megabytes(MAX_BYTES)}, too much for a cassette; ` +
            'record fewer trials of it, or run it without replay',
        );
      }
      await replaceFile(join(folder, cassetteName(caseId)), text);
      return text.length;
    },
    async trials() {
      let most: number | null = null;
      for (const name of await namesIn(folder)) {
        const cassette = await readCassette(folder, name);
        for (const { trial } of cassette?.entries ?? []) most = Math.max(most ?? 0, trial);
      }
      return most;
    },
  };
}

const MIB = 1024 * 1024;
const MAX_BYTES = 32 * MIB;

async function readCassette(folder: string, name: string): Promise<ReadCassette | null> {
  const path = join(folder, name);
  const text = await readText(folder, path);
  if (text === null) return null;
  const parsed = parseCassette(text);
  if ('problem' in parsed) throw cassetteError(path, parsed.problem);
  const expected = cassetteName(parsed.case_id);
  if (expected !== name) {
    throw cassetteError(path, `belongs to the case ${JSON.stringify(parsed.case_id)}, whose file is ${expected}`);
  }
  return { entries: parsed.entries, length: text.length };
}

async function readText(folder: string, path: string): Promise<string | null> {
  try {
    // A link that leads outside could show files of the machine in a report.
    if (dirname(await realpath(path)) !== (await realpath(folder))) {
      throw cassetteError(path, 'is a symbolic link out of its folder');
    }
    const file = await open(path);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw cassetteError(path, 'is not a regular file');
      if (stats.size > MAX_BYTES) throw cassetteError(path, `has ${stats.size} bytes; at most ${MAX_BYTES} are read`);
      return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CassetteError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw cassetteError(path, error instanceof TypeError ? 'is not UTF-8 text' : `can't be read (${codeOf(error)})`);
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(part, 'wx');
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw new CassetteError(`the cassette ${path} can't be written (${codeOf(error)}); is its folder writable?`);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new CassetteError(`the folder of cassettes ${folder} can't be read (${codeOf(error)})`);
  }
}

function cassetteError(path: string, problem: string): CassetteError {
  return new CassetteError(
    `the cassette ${path} ${problem}; delete the file and record the case again (replay: record)`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/**
 * File name of a case's cassette. An id of small letters, digits, `.`, `_` and `-` stays as it is; any other (with a slash,
 * with a capital, which some file systems don't distinguish, or a name that Windows reserves) is spelled with these and gets
 * `~` and a hash, so that two cases never share a file.
 */
export function cassetteName(caseId: string): string {
  if (PLAIN.test(caseId) && !RESERVED.test(caseId)) return `${caseId}.json`;
  const words = caseId
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MOST_WORDS);
  const hash = sha256Hex(caseId).slice(0, HASH_LENGTH);
  return `${words}~${hash}.json`;
}

const MOST_WORDS = 80;
const HASH_LENGTH = 16;

const PLAIN = /^[a-z0-9_][a-z0-9._-]{0,127}$/;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;
