import { matcherOf } from '#cases/suite/coverage/reach.ts';
import { pathInCommit, stepsOf } from '#config/base-rules/commit-listing.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { Unspoken } from '#report/rows/unspoken.ts';
import { uncoveredTools } from '#trials/checks/terms/scopes.ts';
import type { BaseSide } from '../base-side/read-base-side.ts';

/** The tools and prompt files that a change adds or edits and its own suite does not name. They decide nothing. */
export async function unspokenOf(
  { suite, policy }: Pick<BaseSide, 'suite' | 'policy'>,
  changes: readonly RunDifference[],
): Promise<Unspoken> {
  return { tools: unspokenTools(suite, changes), prompts: await unspokenPrompts(suite, policy, changes) };
}

/** It is unknown what a runner's tests demand, or the cases that this run leaves out. */
function unspokenTools(
  { cases, unaffected, left_out, config }: LoadedSuite,
  changes: readonly RunDifference[],
): Unspoken['tools'] {
  if (config.agent.kind === 'suite' || left_out.size > 0) return [];
  const all = [...cases, ...(unaffected?.cases ?? [])];
  return changes.flatMap((change) => {
    if (change.kind !== 'tool' || change.state !== 'new') return [];
    const { tool: name, server } = change;
    // As clients name the tool of a server.
    const names = server === null ? [name] : [name, `mcp__${server}__${name}`, `${server}_${name}`];
    return uncoveredTools(all, names).length < new Set(names).size ? [] : [{ name, server }];
  });
}

/** Without `covers`, every file is one of every case. */
async function unspokenPrompts(
  { cases, unaffected, other_covers = [], config, config_path }: LoadedSuite,
  policy: BaseSide['policy'],
  changes: readonly RunDifference[],
): Promise<Unspoken['prompts']> {
  const { every_case, tags, ignores } = config.coverage;
  const own = [...cases, ...(unaffected?.cases ?? []), ...other_covers].flatMap(({ covers = [] }) => covers);
  const covers = [...every_case, ...Object.values(tags).flat(), ...own];
  const { changed = null, source } = policy ?? {};
  if (covers.length === 0 || source === undefined || changed === null || 'problem' in changed) return [];
  const listing = await source.change?.list();
  if (listing === undefined || 'problem' in listing) return [];
  const folder = stepsOf(pathInCommit(source, config_path)).slice(0, -1).join('/');
  const [covered, ignored] = [matcherOf(covers, folder), matcherOf(ignores, folder)];
  const suites = new Set(
    [...cases, ...(unaffected?.cases ?? [])].map((item) => pathInCommit(source, item.source.file)),
  );
  const isOfCases = matcherOf(
    config.cases.map(({ file }) => file),
    folder,
  );
  const carriers = changes.flatMap(({ kind, files = [] }) => (kind === 'prompt_text' ? files : []));
  return changed.files.filter(
    (file) =>
      (carriers.includes(file) || (PROMPT.test(file) && !ignored(file))) &&
      listing.files.has(file) &&
      !suites.has(file) &&
      !isOfCases(file) &&
      !covered(file),
  );
}

/** A text whose path says that it is a prompt. */
const PROMPT = /prompt.*\.(?:md|mdx|txt|prompt|prompty|j2|jinja2?|hbs|mustache|liquid|tmpl|ya?ml|json|xml)$/i;
