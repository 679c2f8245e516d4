import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { FEDERATIONS, type Federation } from '#wire/protocols/federations.ts';

/** What is wrong with the workflows of a repository that log in without a key: ids and permission belong together. */
export async function keylessIssues(root: string): Promise<readonly Issue[]> {
  const folder = '.github/workflows';
  const names = await readdir(join(root, folder)).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  const found = files.map(async (name) => {
    const text = await readFile(join(root, folder, name), 'utf8').catch(() => '');
    // Most name no ids at all.
    if (!ALL.some(({ ids }) => ids.some((id) => text.includes(id)))) return [];
    const parsed = parseDocument(text, `${folder}/${name}`);
    return 'issues' in parsed ? [] : issuesIn(parsed.document.value, parsed.document);
  });
  return (await Promise.all(found)).flat();
}

const ALL: readonly Federation[] = Object.values(FEDERATIONS);

function issuesIn(workflow: Json, document: LocatedDocument): readonly Issue[] {
  return Object.entries(fields(fields(workflow)['jobs'])).flatMap(([name, value]) => {
    const job = fields(value);
    const steps = Array.isArray(job['steps']) ? job['steps'] : [];
    const rights = job['permissions'] ?? fields(workflow)['permissions'] ?? null;
    const mayAsk = rights === 'write-all' || fields(rights)['id-token'] === 'write';
    return steps.flatMap((value, index) => {
      const step = fields(value);
      if (!/(?:^|\/)agent-eval-action(?:@|$)/.test(String(step['uses'] ?? ''))) return [];
      const env = { ...fields(fields(workflow)['env']), ...fields(job['env']), ...fields(step['env']) };
      const path: DocumentPath = ['jobs', name, 'steps', index];
      return ALL.flatMap((federation) => problemOf(federation, env, mayAsk) ?? []).map((message) =>
        issueAt(document, path, message, 'warning'),
      );
    });
  });
}

/** `null`: a key is given, or no id is, or everything is there. */
function problemOf(
  { ids, key_names }: Federation,
  env: { readonly [name: string]: Json },
  mayAsk: boolean,
): string | null {
  const missing = ids.filter((name) => env[name] === undefined);
  if (missing.length === ids.length || key_names.some((name) => env[name] !== undefined)) return null;
  if (missing.length > 0) return `set ${missing.join(' and ')} too: all ids of a provider belong together`;
  return mayAsk
    ? null
    : `${ids.join(' and ')} need GitHub's identity token: add two lines to the workflow, "permissions:" and, indented below it, "id-token: write"; where it has the first, add the second`;
}

function fields(value: Json | undefined): { readonly [name: string]: Json } {
  return isJsonObject(value) ? value : {};
}
