import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { allFiles } from '#runner/workspace/files/all-files.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';

/** Evals that a repository has already. */
export interface FoundCases {
  /** Paths and globs for `cases:`; empty: there are none. */
  readonly globs: readonly string[];
  readonly files: number;
  readonly cases: number;
  /** Two files have a case with the same id, so ids need the name of the file as a prefix. */
  readonly ids_clash: boolean;
  /** Names of their formats. */
  readonly dialects: readonly string[];
  /** Files that hold cases and others that can't be read. */
  readonly doubtful: readonly string[];
}

const MOST_FILES = 400;
const MOST_BYTES = 4 * 1024 * 1024;

/** Finds files in a format of cases that is read as it is, in a folder and below it. */
export async function findCases(cwd: string): Promise<FoundCases> {
  const files = workspaceFiles(cwd, cwd, 'agent-eval.yml');
  const candidates = (await allFiles(cwd)).filter(isCandidate).toSorted().slice(0, MOST_FILES);
  const [good, doubtful, dialects]: [string[], string[], Set<string>] = [[], [], new Set()];
  const ids: string[] = [];
  for (const path of candidates) {
    const { size } = await stat(join(cwd, path)).catch(() => ({ size: MOST_BYTES + 1 }));
    const source = size > MOST_BYTES ? null : await files.read(path);
    if (source === null || 'problem' in source) continue;
    const parsed = parseSoundDocuments(source.text, path);
    if ('issues' in parsed) continue;
    const read = parseCases(parsed, AS_WRITTEN);
    const isKnown = read.dialects.length > 0;
    if (!isKnown) continue;
    if (read.issues.some(({ severity }) => severity === 'error')) {
      doubtful.push(path);
      continue;
    }
    good.push(path);
    ids.push(...read.cases.map(({ id }) => id));
    for (const name of read.dialects) dialects.add(name);
  }
  return {
    globs: globsOf(good, candidates),
    files: good.length,
    cases: ids.length,
    ids_clash: new Set(ids).size < ids.length,
    dialects: [...dialects],
    doubtful,
  };
}

/** No lock files, no settings of tools, nothing hidden. */
function isCandidate(path: string): boolean {
  const name = posix.basename(path);
  return (
    /\.(ya?ml|jsonl?)$/.test(name) && !path.split('/').some((step) => step.startsWith('.')) && !SETTINGS.test(name)
  );
}

const SETTINGS =
  /^(package(-lock)?|tsconfig.*|jsconfig|biome|deno|composer|pnpm-(lock|workspace)|docker-compose.*|compose|agent-eval.*|results|comparison|mkdocs|codecov)\.[a-z.]+$/;

/** One glob for a folder in which every such file holds cases; else the files. */
function globsOf(good: readonly string[], candidates: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const path of good) {
    const glob = posix.join(posix.dirname(path), `*${posix.extname(path)}`);
    groups.set(glob, [...(groups.get(glob) ?? []), path]);
  }
  return [...groups].flatMap(([glob, paths]) => {
    const all = candidates.filter((path) => posix.join(posix.dirname(path), `*${posix.extname(path)}`) === glob);
    return paths.length > 1 && all.length === paths.length && !glob.startsWith('*') ? [glob] : paths;
  });
}
