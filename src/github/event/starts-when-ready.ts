import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';

/** Whether a workflow starts when a draft becomes ready for review. */
export function startsWhenReady(workflow: string): boolean {
  const parsed = parseDocuments(workflow, 'workflow.yml');
  const types = 'issues' in parsed ? null : at(parsed.documents[0]?.value ?? null, ['on', 'pull_request', 'types']);
  return [types].flat().includes('ready_for_review');
}

function at(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return value;
  return isJsonObject(value) ? at(value[key] ?? null, rest) : null;
}
