import { wholeFile } from '#domain/config/problems/config-issue.ts';
import type { Issue } from '#domain/document/issue.ts';
import { ACCEPTS_FILE, parseAccepts } from '#domain/gate/accepts/parse-accepts.ts';
import type { Accepts } from '#domain/suite/accept.ts';
import type { SuiteFiles } from '../ports.ts';

/** The accepts beside a config; `null`: there is no such file. */
export async function readAccepts(
  files: Pick<SuiteFiles, 'read' | 'exists' | 'locate'>,
): Promise<{ readonly accepts: Accepts | null } | { readonly issues: readonly Issue[] }> {
  const path = files.locate(ACCEPTS_FILE);
  if (!(await files.exists(path))) return { accepts: null };
  const source = await files.read(path);
  if ('problem' in source) return { issues: [wholeFile(path, source.problem)] };
  const parsed = parseAccepts(source.text, path);
  return 'issues' in parsed ? parsed : { accepts: { path, owners: null, entries: parsed.entries } };
}
