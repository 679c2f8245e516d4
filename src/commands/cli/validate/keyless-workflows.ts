import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { LocatedDocument } from '#common/document/located-document.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { wayToSecrets } from '#report/reasons/circumstance-words.ts';
import { ALL_FEDERATIONS, jobVariables, lacksFor } from '#wire/protocols/federations.ts';

/** What the workflows of a repository lack that log in without a key: ids and permission belong together. */
export async function keylessIssues(root: string): Promise<readonly Issue[]> {
  const folder = '.github/workflows';
  const names = await readdir(join(root, folder)).catch(() => []);
  const found = names.sort().map(async (name) => {
    const text = /\.ya?ml$/.test(name) ? await readFile(join(root, folder, name), 'utf8').catch(() => '') : '';
    const parsed = parseDocument(text, `${folder}/${name}`);
    return 'issues' in parsed ? [] : issuesIn(parsed.document);
  });
  return (await Promise.all(found)).flat();
}

function issuesIn(document: LocatedDocument): readonly Issue[] {
  const workflow = fields(document.value);
  return Object.entries(fields(workflow['jobs'])).flatMap(([name, value]) => {
    const job = fields(value);
    const rights = job['permissions'] ?? workflow['permissions'];
    const variables = jobVariables(rights === 'write-all' || fields(rights)['id-token'] === 'write');
    return [job['steps'] ?? []].flat().flatMap((value, index) => {
      const step = fields(value);
      if (!/(?:^|\/)agent-eval-action(?:@|$)/.test(String(step['uses']))) return [];
      const env = { ...fields(workflow['env']), ...fields(job['env']), ...fields(step['env']), ...variables };
      return lacking(env).map((names) => {
        const message = `${names.join(', ')} is empty or missing: ${wayToSecrets({ names, in_job: true })}`;
        return issueAt(document, ['jobs', name, 'steps', index], message, 'warning');
      });
    });
  });
}

/** What a job with these variables lacks of each provider that it has ids of, and no key. */
function lacking(env: Fields): readonly (readonly string[])[] {
  const texts = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value ?? '')]));
  return ALL_FEDERATIONS.filter(({ key_names }) => !key_names.some((name) => texts[name]))
    .map((federation) => lacksFor(federation, texts) ?? [])
    .filter((names) => names.length > 0);
}

type Fields = { readonly [name: string]: Json | undefined };

function fields(value: Json | undefined): Fields {
  return isJsonObject(value) ? value : {};
}
