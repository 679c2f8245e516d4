import * as z from 'zod';
import { cutEnd } from '#common/cut.ts';
import { errorMessage } from '#common/error-message.ts';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
import { jsonDifferences } from '#common/json-differences.ts';
import { jsonOrUndefined, parseJsonText } from '#common/json-text.ts';
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
  readonly problems: readonly string[];
  /** False: there is no verdict.json. */
  readonly readable: boolean;
}

/** The files of a verdict, in the order in which they decide. */
export const DECIDING = /^(?:verdict|results|confirmation|main-\d+)\.json$/;

/**
 * Whether files have the SHA-256 that their verdict.json names, and whether it follows from them, byte for byte. Never throws.
 */
export function verifyFiles({ bytes, hashes }: FolderToVerify): Verified | Unverified {
  const own = bytes.get(VERDICT_FILE);
  if (own === undefined) return unread('does not exist: name the folder of a run that decided');
  const text = decodeUtf8(own, true) ?? '';
  const stored = jsonOrUndefined(text);
  if (stored === undefined) return unread('is not JSON');
  const read = inputsSchema.safeParse(stored);
  if (!read.success) return unread(`is not one: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  const { files } = read.data;
  const names = Object.keys(files);
  const problems = names.flatMap((name) => {
    const hash = hashes.get(name);
    if (hash === undefined) return DECIDING.test(name) ? [`${name} does not exist, and ${VERDICT_FILE} names it`] : [];
    return hash === files[name] ? [] : [`${name}: its SHA-256 is ${hash}, and ${VERDICT_FILE} says ${files[name]}`];
  });
  try {
    const derived = deriveAgain(read.data, bytes);
    problems.push(...differences(text, stored, verdictText(derived.file)));
    if (problems.length === 0) return { ...derived, absent: names.filter((name) => !hashes.has(name)) };
  } catch (error) {
    problems.push(`${VERDICT_FILE} can't be derived again: ${cutEnd(errorMessage(error), MOST_WORDS)}`);
  }
  return { problems, readable: true };
}

function unread(problem: string): Unverified {
  return { problems: [`${VERDICT_FILE} ${problem}`], readable: false };
}

/** All of verdict.json that does not follow from other files. */
const inputsSchema = z.object({
  files: z.record(z.string(), z.string()),
  known: z.custom<KnownFacts>(isJsonObject),
});

/** What follows from the trials and the known facts. @throws Error if that can't be said */
function deriveAgain(
  { files, known }: Pick<VerdictFile, 'files' | 'known'>,
  bytes: FolderToVerify['bytes'],
): Pick<Verified, 'file' | 'policy'> {
  const read = (name: string): ResultsFile | null => {
    const found = Object.hasOwn(files, name) ? bytes.get(name) : undefined;
    if (found === undefined) return null;
    const parsed = parseResults(found);
    if ('problem' in parsed) throw new Error(`${name}: ${parsed.problem}`);
    return parsed.results;
  };
  const results = read('results.json');
  if (results === null) throw new Error('results.json is missing');
  const main: ResultsFile[] = [];
  for (let run = read(mainFile(1)); run !== null; run = read(mainFile(main.length + 1))) main.push(run);
  const used = new Set(['results.json', 'confirmation.json', ...main.map((_, at) => mainFile(at + 1))]);
  const idle = Object.keys(files).find((name) => DECIDING.test(name) && !used.has(name));
  if (idle !== undefined) throw new Error(`${idle} is named, and decides nothing`);
  if (main.length === 0 && known.no_baseline === null && results.run.side !== 'baseline')
    throw new Error(`${mainFile(1)} is missing: the runs of main were too large to be kept`);
  const sides = { results, confirmation: read('confirmation.json'), main };
  const policy = z.custom<Policy>(isJsonObject).parse(results.policy.effective);
  return { policy, file: verdictFile(sides, decideAgain(sides, policy, known), { files, known }) };
}

/** Where two texts of verdict.json differ: the first values, or else the way in which they are written. */
function differences(text: string, stored: Json, derived: string): readonly string[] {
  if (text === derived) return [];
  const [digest, ...others] = jsonDifferences(stored, parseJsonText(derived), 'lists').map(
    ({ place, left, right }) =>
      `${VERDICT_FILE}: ${place} is ${wordOf(left)}, and ${wordOf(right)} follows from the other files`,
  );
  if (digest === undefined) return [`${VERDICT_FILE} is not written as a run writes it`];
  // The digest is that of all others.
  return others.length === 0 ? [digest] : others.slice(0, MOST_DIFFERENCES);
}

function wordOf(value: Json | undefined): string {
  return value === undefined ? 'missing' : cutEnd(canonicalJson(value), MOST_WORDS);
}

const MOST_DIFFERENCES = 3;
const MOST_WORDS = 200;
