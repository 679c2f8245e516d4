import * as z from 'zod';
import { cutEnd } from '#common/cut.ts';
import { errorMessage } from '#common/error-message.ts';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
import { asJson, parseJsonText } from '#common/json-text.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { decodeUtf8 } from '#gate/baseline/results/split-cases.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { decideAgain, type KnownFacts } from './decide-again.ts';
import { mainFile, VERDICT_FILE, type VerdictFile, verdictFile, verdictText } from './verdict-file.ts';

/** What a folder holds. */
export interface FolderToVerify {
  /** Those that a verdict is derived from, by name. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** SHA-256 of every file, by name. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Files that agree. */
export interface Verified {
  readonly file: VerdictFile;
  /** That decided. */
  readonly policy: Policy;
  /** Named files that are not here, and that nothing is derived from. */
  readonly absent: readonly string[];
}

/** What differs, each with its file and number, a sentence part. */
export interface Unverified {
  readonly problems: readonly [string, ...string[]];
  /** False: there is no verdict.json. */
  readonly readable: boolean;
}

/** The files of a verdict, in the order in which they decide. */
export const DECIDING = /^(?:verdict|results|confirmation|main-\d+)\.json$/;

/** Whether files have the digests that their verdict.json names, and whether its verdict follows from them. Never throws. */
export function verifyFiles({ bytes, hashes }: FolderToVerify): Verified | Unverified {
  const own = bytes.get(VERDICT_FILE);
  if (own === undefined) return unread('does not exist: name the folder of a run that decided');
  const text = decodeUtf8(own, true) ?? '';
  const read = readVerdict(text);
  if ('problem' in read) return unread(read.problem);
  const { file, digest } = read;
  const names = Object.keys(file.files);
  const differing = names.flatMap((name) => {
    const hash = hashes.get(name);
    if (hash === undefined) return DECIDING.test(name) ? [`${name} does not exist, and ${VERDICT_FILE} names it`] : [];
    if (hash === file.files[name]) return [];
    return [`${name}: its SHA-256 is ${hash}, and ${VERDICT_FILE} says ${String(file.files[name])}`];
  });
  const derived = deriveAgain(file, bytes);
  const [first, ...others] = [...sealProblems(text, file, digest), ...differing, ...derived.problems];
  if (first !== undefined) return { problems: [first, ...others], readable: true };
  const absent = names.filter((name) => !hashes.has(name) && !DECIDING.test(name));
  return 'policy' in derived ? { file, policy: derived.policy, absent } : unread('says nothing');
}

function unread(problem: string): Unverified {
  return { problems: [`${VERDICT_FILE} ${problem}`], readable: false };
}

const verdictSchema = z.looseObject({
  digest: z.string(),
  schema_version: z.literal(1),
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  files: z.record(z.string(), z.string()),
  known: z.custom<KnownFacts>(isJsonObject, 'expected an object'),
});

function readVerdict(
  text: string,
): { readonly file: VerdictFile; readonly digest: string } | { readonly problem: string } {
  try {
    const value = parseJsonText(text);
    const parsed = verdictSchema.safeParse(value);
    if (!parsed.success || !isJsonObject(value)) {
      const [issue] = parsed.error?.issues ?? [];
      return { problem: `is not one: ${issue?.path.join('.') ?? 'it'}: ${issue?.message ?? 'expected an object'}` };
    }
    const { digest, ...rest } = value;
    const file = z.custom<VerdictFile>(() => true).parse(rest);
    return { file, digest: String(digest) };
  } catch (error) {
    return { problem: `is not JSON (${errorMessage(error)})` };
  }
}

function sealProblems(text: string, file: VerdictFile, digest: string): readonly string[] {
  const written = verdictText(file);
  if (written === text) return [];
  const own = DIGEST.exec(written)?.[1] ?? '';
  if (own !== digest) return [`${VERDICT_FILE}: its digest is ${cutEnd(digest, 64)}, and the rest of it has ${own}`];
  const at = [...written].findIndex((character, i) => character !== text[i]);
  return [`${VERDICT_FILE}: character ${(at < 0 ? written.length : at) + 1} is not as a run writes it`];
}

const DIGEST = /"digest": "([^"]*)"/;

/** What does not follow from the trials and the known facts. */
function deriveAgain(
  file: VerdictFile,
  all: FolderToVerify['bytes'],
): { readonly problems: readonly string[]; readonly policy?: Policy } {
  const read = (name: string): ResultsFile | null => {
    const bytes = all.get(name);
    if (bytes === undefined || !Object.hasOwn(file.files, name)) return null;
    const parsed = parseResults(bytes);
    if ('problem' in parsed) throw new Error(`${name}: ${parsed.problem}`);
    return parsed.results;
  };
  try {
    const results = read('results.json');
    if (results === null) return undecided('results.json is not among its files');
    const confirmation = read('confirmation.json');
    const main: ResultsFile[] = [];
    for (let run = read(mainFile(1)); run !== null; run = read(mainFile(main.length + 1))) main.push(run);
    const { known, files } = file;
    if (main.length === 0 && known.no_baseline === null && results.run.side !== 'baseline')
      return undecided(`${mainFile(1)}: the runs of main were too large to be kept`);
    const policy = z.custom<Policy>(isJsonObject, 'expected an object').parse(results.policy.effective);
    const sides = { results, confirmation, main };
    const derived = verdictFile(sides, decideAgain(sides, policy, known), { files, known });
    return { problems: differences(asJson(file), asJson(derived), ''), policy };
  } catch (error) {
    return undecided(cutEnd(errorMessage(error), MOST_WORDS));
  }
}

function undecided(why: string): { readonly problems: readonly string[] } {
  return { problems: [`${why}; the verdict can't be derived`] };
}

/** The first values that differ, with their place. */
function differences(stored: Json | undefined, derived: Json | undefined, path: string): readonly string[] {
  if (isBranch(stored) && isBranch(derived) && Array.isArray(stored) === Array.isArray(derived)) {
    const [left, right] = [new Map(Object.entries(stored)), new Map(Object.entries(derived))];
    const found: string[] = [];
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      const place = Array.isArray(stored) ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${key}`;
      found.push(...differences(left.get(key), right.get(key), place));
      if (found.length >= MOST_DIFFERENCES) break;
    }
    return found;
  }
  const [said, follows] = [wordOf(stored), wordOf(derived)];
  return said === follows ? [] : [`${VERDICT_FILE}: ${path} is ${said}, and ${follows} follows from the other files`];
}

function isBranch(value: Json | undefined): value is Exclude<Json, string | number | boolean | bigint | null> {
  return typeof value === 'object' && value !== null;
}

function wordOf(value: Json | undefined): string {
  return value === undefined ? 'missing' : cutEnd(canonicalJson(value), MOST_WORDS);
}

const MOST_DIFFERENCES = 3;
const MOST_WORDS = 200;
