import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import type { Config } from '#domain/config/config.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import { parseDocuments } from '#domain/document/parse-documents.ts';
import { canonicalJson } from '#domain/json.ts';
import type { Case } from '#domain/suite/case.ts';
import { expectHash } from '#domain/suite/case-hashes.ts';
import { lostDemands } from '#domain/suite/lost-demands.ts';
import { type PolicySource, pathInCommit } from './policy-from-base.ts';

/** A case of which something else is demanded than on main. */
export interface RewrittenCase {
  readonly id: string;
  /** What is demanded less, see `lostDemands`; `null`: main's version of the case can't be read, so nothing can be told. */
  readonly lost: readonly string[] | null;
}

/** The expectations that a change rewrote, against the base commit's own case files. Reads a few files at most, and none where none changed. */
export async function loosenedCases(
  { cases: compared }: Comparison,
  cases: readonly Case[],
  base: Config,
  source: PolicySource,
): Promise<readonly RewrittenCase[]> {
  const here = new Map(cases.map((one) => [one.id, one]));
  const rewritten = compared.filter(isRewritten);
  const read = reader(base, source);
  const found: RewrittenCase[] = [];
  for (const { id, candidate, baseline, baseline_id: other } of rewritten) {
    const after = here.get(id);
    const file = baseline?.source?.file ?? candidate?.source?.file;
    if (after === undefined) continue;
    const before = file === undefined ? null : ((await read(file)).get(other ?? id) ?? null);
    if (before === null) found.push({ id, lost: null });
    // Main itself rewrote it since its stored run.
    else if (expectHash(before) !== expectHash(after)) found.push({ id, lost: lostDemands(before, after) });
  }
  return found;
}

function isRewritten({ candidate, baseline }: ComparedCase): boolean {
  return candidate !== null && baseline !== null && candidate.expect_hash !== baseline.expect_hash;
}

type CasesById = ReadonlyMap<string, Case>;

function reader(base: Config, source: PolicySource): (file: string) => Promise<CasesById> {
  const known = new Map<string, CasesById>();
  return async (file) => {
    const seen = known.get(file);
    if (seen !== undefined) return seen;
    const cases = known.size < MOST_FILES ? await readCases(file, base, source) : NONE;
    known.set(file, cases);
    return cases;
  };
}

async function readCases(file: string, base: Config, source: PolicySource): Promise<CasesById> {
  const options = dialectOptions(file, base);
  if (options === null) return NONE;
  const read = await source.files.read(pathInCommit(source, file));
  if (!('text' in read)) return NONE;
  const parsed = parseDocuments(read.text, file);
  if ('issues' in parsed) return NONE;
  const { cases } = parseCases(parsed.documents, options, base.defaults);
  return new Map(cases.map((one) => [one.id, one]));
}

/** Those of the entry that names the file, or of all entries where they agree; else `null`: which glob it came by is not known. */
function dialectOptions(file: string, { cases: entries }: Config): Config['cases'][number]['dialect'] | null {
  const [first, ...others] = entries;
  const named = entries.find((entry) => entry.file.replace(/^\.\//, '') === file);
  const shared = first !== undefined && others.every(({ dialect }) => isSame(dialect, first.dialect)) ? first : null;
  return (named ?? shared)?.dialect ?? null;
}

function isSame(one: object, other: object): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}

const NONE: CasesById = new Map();

/** Each is a request. */
const MOST_FILES = 10;
