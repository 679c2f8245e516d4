import { type Issue, issueAt } from '#common/document/issue.ts';
import type { LocatedDocument } from '#common/document/located-document.ts';
import { tellingFields, type UnreadFormat } from './conversion/row-formats.ts';
import type { Recognition } from './recognition/recognise-dialect.ts';

/** Why a document is in no dialect that can be read. */
export function unrecognisedIssue(
  document: LocatedDocument,
  recognition: Exclude<Recognition, { readonly kind: 'dialect' }>,
): Issue {
  switch (recognition.kind) {
    case 'mixed':
      return issueAt(
        document,
        recognition.path,
        `down to here the file has fields of ${recognition.names.join(' and ')}; keep to one format in a file`,
      );
    case 'unread':
      return issueAt(document, [], INSTEAD[recognition.name]);
    case 'unknown':
      return issueAt(document, [], `no known case format has these fields; expected ${knownFormats()}`);
  }
}

function knownFormats(): string {
  return Object.entries(tellingFields)
    .map(([name, fields]) => `${name} (${fields})`)
    .join('; ');
}

const rows = (what: string, columns: string): string =>
  `${what} are rows without a format of their own here; name their columns, \`dialect: {columns: ${columns}, reference: contains}\` (docs/dialects.md)`;

/** What serves instead of a format that is not read. */
const INSTEAD: Record<UnreadFormat, string> = {
  promptfoo:
    "promptfoo's tests are not read at a run; write them as our own once with `agent-eval import`, or let promptfoo run them: `suite: {run: [npx, promptfoo, eval, …], results: promptfoo}` (docs/your-runner.md)",
  'adk-evalset':
    "eval sets of Google's ADK are not read; write their cases as our own, a turn for each invocation with its tool uses as `tools: {calls: […]}` (docs/cases.md)",
  inspect: rows('samples of Inspect (`input`, `target`)', '{id: id, input: input, reference: target}'),
  'openai-evals': rows('samples of openai/evals (`input`, `ideal`)', 'openai-evals'),
  deepeval: `${rows('goldens of DeepEval (`input`, `expected_output`)', '{input: input, reference: expected_output}')}, and write conversational ones as our own with \`simulated_user\` (docs/cases.md)`,
  ragas: rows('samples of Ragas (`user_input`)', 'ragas'),
};
