import { slug } from '#cases/suite/parsing/slug.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { readConversation } from '../conversion/conversation.ts';
import type { ConvertedRow, DialectProblem } from '../conversion/dialect.ts';
import { readFields } from '../conversion/fields.ts';
import { type DraftObject, place, placeIfGiven, settle } from '../conversion/placed.ts';
import { demandsOf, type WrittenTest } from './assertions.ts';
import { messageVariable, type Prompt } from './prompts.ts';
import { combinations, fill } from './render.ts';

/** What a test shares with the others of its file. */
export interface TestContext {
  readonly prompts: readonly Prompt[];
  readonly stem: string;
}

/** The cases of a test: one for each prompt and each combination of listed variables. */
export function convertTest(
  written: WrittenTest,
  value: Json,
  { prompts, stem }: TestContext,
): readonly ConvertedRow[] {
  const { test, origin } = written;
  const { metadata, options } = test;
  const vars = isJsonObject(test['vars']) ? test['vars'] : {};
  const all = combinations(vars);
  const chosen: readonly (Prompt | null)[] = prompts.length === 0 ? [null] : prompts;
  return all.flatMap((filled) =>
    chosen.map((prompt, index): ConvertedRow => {
      const problems: DialectProblem[] = [];
      refuseOtherMeanings(test, origin, problems);
      const fields = readFields(test, origin, problems);
      const description = fields.text('description') || null;
      const input = inputOf(prompt, filled, written, problems);
      const suffix = [
        ...(prompts.length > 1 ? [prompt?.label ?? `prompt-${index + 1}`] : []),
        ...(all.length > 1 ? [hashJson(filled).slice(0, 6)] : []),
      ];
      const base = description ?? `${stem}-${hashJson({ vars: filled, prompt: prompt?.template ?? null }).slice(0, 8)}`;
      const draft: DraftObject = {
        id: place(slug([base, ...suffix].join('-')), origin),
        name: placeIfGiven(description, [...origin, 'description']),
        metadata: place({ ...(isJsonObject(metadata) ? metadata : {}), vars: filled }, origin),
        trials: isJsonObject(options) ? options['repeat'] : undefined,
        ...input,
        expect: demandsOf(written, filled, problems),
      };
      const isSound = problems.every(({ severity }) => severity === 'warning');
      return { value, path: origin, converted: isSound ? settle(draft, origin) : null, problems: problems.map(once) };
    }),
  );
}

/** What is wrong with the default test is the same for every test. */
function once(problem: DialectProblem): DialectProblem {
  return problem.path[0] === 'defaultTest' ? { ...problem, topic: `defaultTest ${problem.message}` } : problem;
}

/** Fields that change what is said or what is judged, so that a case without them would be another. */
function refuseOtherMeanings(test: JsonObject, origin: WrittenTest['origin'], problems: DialectProblem[]): void {
  const refuse = (path: WrittenTest['origin'], message: string) =>
    problems.push({ severity: 'error', path: [...origin, ...path], message });
  const { threshold, options, metadata, providerOutput, path, prompts } = test;
  if (path !== undefined) refuse(['path'], 'a program makes these tests; run it and import the file that holds them');
  if (prompts !== undefined) refuse(['prompts'], 'a test that chooses among prompts; write it as a case of its own');
  if (threshold !== undefined && Number(threshold) !== 1)
    refuse(['threshold'], 'a share of the assertions is enough there, while all expectations of a case must hold here');
  if (providerOutput !== undefined) refuse(['providerOutput'], 'a stored answer is no case');
  for (const key of ['transform', 'postprocess', 'transformVars'])
    if (isJsonObject(options) && key in options) refuse(['options', key], `\`${key}\` changes what is judged`);
  if (isJsonObject(metadata) && 'conversationId' in metadata)
    refuse(['metadata', 'conversationId'], 'a conversation over several tests; write it as one case with `turns`');
}

function inputOf(
  prompt: Prompt | null,
  vars: JsonObject,
  { test, origin }: WrittenTest,
  problems: DialectProblem[],
): DraftObject {
  const refuse = (message: string) => problems.push({ severity: 'error', path: origin, message });
  const variable = prompt === null ? messageVariable(vars) : null;
  if (prompt === null && variable === null) {
    refuse('no prompt says which variable is the message; write `prompts: ["{{question}}"]` beside the tests');
    return {};
  }
  const template = prompt?.template ?? `{{${variable ?? ''}}}`;
  if (typeof template === 'string') {
    const { prefix = '', suffix = '' } = isJsonObject(test['options']) ? test['options'] : {};
    return { input: place(fill(`${String(prefix)}${template}${String(suffix)}`, vars, refuse), [...origin, 'vars']) };
  }
  const row = readFields({ prompt: fill(template, vars, refuse) }, origin, problems);
  const { input, history } = readConversation(row, 'prompt', {});
  return {
    history: history.length > 0 ? history.map(({ value }) => value) : undefined,
    input: input && place(input.value, origin),
  };
}
