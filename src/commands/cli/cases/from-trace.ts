import { type Document, isMap } from 'yaml';
import type { CaseFromTraceOptions } from '#commands/options/flags.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { jsonText } from '#common/json-text.ts';
import { EXIT } from '#report/exit-code.ts';
import { caseOfConversation } from '#trials/traces/case-of-conversation.ts';
import { chooseTrace } from '#trials/traces/choose-trace.ts';
import type { TracedConversation, TracedTurn } from '#trials/traces/conversation.ts';
import { readOtlp } from '#trials/traces/otlp/read-otlp.ts';
import { readText } from '../common/read-results.ts';
import { say, sayIssues } from '../common/say.ts';
import { casesYaml } from './cases-yaml.ts';
import { writeNew } from './write-new.ts';

/** What `agent-eval case from-trace` does. */
export async function caseFromTrace(file: string, { trace: traceId, output }: CaseFromTraceOptions): Promise<void> {
  const problem = await write(file, traceId, output ?? null);
  if (problem === null) return;
  if (problem !== '') say(`agent-eval: ${file}: ${problem}`);
  process.exitCode = EXIT.usage;
}

/** Why nothing was written; `null`: a case was; `''`: standard error says why not. */
async function write(file: string, traceId: string | null, output: string | null): Promise<string | null> {
  const text = await readText(file);
  if (text === null) return '';
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) {
    sayIssues(parsed.issues);
    return '';
  }
  const { traces, issues } = readOtlp(parsed.documents);
  // A collector that is still writing ends in half a line: what is whole is read.
  const left = [...parsed.row_issues, ...issues];
  sayIssues(traces.length === 0 ? left : left.map((issue) => ({ ...issue, severity: 'warning' })));
  if (traces.length === 0 && left.length > 0) return '';
  const choice = chooseTrace(traces, traceId);
  if ('problem' in choice) return choice.problem;
  const { conversation, trace } = choice;
  for (const note of conversation.notes) say(`agent-eval: warning: trace ${trace.id}: ${note}`);
  const yaml = casesYaml([caseOfConversation(conversation, trace, file)], (document) => remark(document, conversation));
  const problem = await writeNew(yaml, output);
  if (problem === null) say(TO_DO);
  return problem;
}

const TO_DO =
  'agent-eval: look for personal data and secrets before you commit this case: texts of users are in it as they were written. ' +
  'Its calls are what the agent did, not what is right: edit them.';

/** Arguments and answers as comments, in JSON, which is YAML too: only a person knows which of them are required. */
function remark(document: Document, { turns }: TracedConversation): void {
  const only = turns.length === 1;
  for (const [index, turn] of turns.entries()) {
    const path = ['cases', 0, ...(only ? [] : ['turns', index])];
    for (const [at, call] of turn.calls.entries()) {
      const node = document.createNode({ name: call.name });
      node.comment = call.arguments === null ? ' args: not in the trace' : ` args: ${jsonText(call.arguments)}`;
      document.setIn([...path, 'expect', 'tools', 'calls', at], node);
    }
    const entry = document.getIn(path);
    if (isMap(entry)) entry.comment = ` ${answerOf(turn)}`;
  }
}

function answerOf({ answer }: TracedTurn): string {
  return answer === null ? 'the trace has no answer' : `it answered: ${jsonText(answer)}`;
}
