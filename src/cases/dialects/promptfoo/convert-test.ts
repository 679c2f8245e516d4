import { slug } from '#cases/suite/parsing/slug.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { readConversation } from '../conversion/conversation.ts';
import type { ConvertedRow, DialectProblem } from '../conversion/dialect.ts';
import { readFields } from '../conversion/fields.ts';
import { type DraftObject, place, placeIfGiven, settle } from '../conversion/placed.ts';
import { demandsOf, type WrittenTest } from './assertions.ts';
import { messageVariable, type Prompt } from './prompts.ts';
import { fill } from './render.ts';

/** The cases of a test: one for each prompt. */
export function convertTest(
  source: WrittenTest,
  value: Json,
  { prompts, stem }: { readonly prompts: readonly Prompt[]; readonly stem: string },
): readonly ConvertedRow[] {
  const { test, origin } = source;
  const { metadata, options } = test;
  const vars = isJsonObject(test['vars']) ? test['vars'] : {};
  const promptsOrNone: readonly (Prompt | null)[] = prompts.length === 0 ? [null] : prompts;
  return promptsOrNone.map((prompt, index): ConvertedRow => {
    const problems: DialectProblem[] = [];
    refuseOtherMeanings(test, origin, problems);
    const fields = readFields(test, origin, problems);
    const description = fields.text('description') || null;
    const suffix = prompts.length > 1 ? `-prompt-${index + 1}` : '';
    const base = description ?? `${stem}-${hashJson({ vars, prompt }).slice(0, 8)}`;
    const draft: DraftObject = {
      id: place(slug(`${base}${suffix}`), origin),
      name: placeIfGiven(description, [...origin, 'description']),
      metadata: place({ ...(isJsonObject(metadata) ? metadata : {}), vars }, origin),
      trials: isJsonObject(options) ? options['repeat'] : undefined,
      ...inputOf(prompt, vars, source, problems),
      expect: demandsOf(source, vars, problems),
    };
    const isSound = problems.every(({ severity }) => severity === 'warning');
    return { value, path: origin, converted: isSound ? settle(draft, origin) : null, problems: problems.map(once) };
  });
}

/** What is wrong with the default test is the same for every test. */
function once(problem: DialectProblem): DialectProblem {
  return problem.path[0] === 'defaultTest' ? { ...problem, topic: `defaultTest ${problem.message}` } : problem;
}

/** Fields that change what is said or judged: a case without them would be another case. */
function refuseOtherMeanings(test: JsonObject, origin: WrittenTest['origin'], problems: DialectProblem[]): void {
  const refuse = (path: WrittenTest['origin'], message: string) =>
    problems.push({ severity: 'error', path: [...origin, ...path], message });
  const { threshold, options, metadata, providerOutput, path, prompts, vars } = test;
  if (path !== undefined) refuse(['path'], 'a program makes these tests; run it, and import the file that it writes');
  if (prompts !== undefined) refuse(['prompts'], 'a test that chooses among prompts; write it as a case of its own');
  if (threshold !== undefined && Number(threshold) !== 1)
    refuse(['threshold'], 'promptfoo accepts a share of the assertions; here all expectations of a case must hold');
  if (providerOutput !== undefined) refuse(['providerOutput'], 'a stored answer is not a case');
  for (const key of ['transform', 'postprocess', 'transformVars', 'prefix', 'suffix'])
    if (isJsonObject(options) && key in options) refuse(['options', key], `\`${key}\` changes what is said or judged`);
  for (const [key, value] of Object.entries(isJsonObject(vars) ? vars : {}))
    if (Array.isArray(value) && typeof value[0] === 'string')
      refuse(['vars', key], 'a variable of several values; write a test for each');
  if (isJsonObject(metadata) && 'conversationId' in metadata)
    refuse(['metadata', 'conversationId'], 'a conversation over several tests; write it as one case with `turns`');
}

function inputOf(
  prompt: Prompt | null,
  vars: JsonObject,
  { origin }: WrittenTest,
  problems: DialectProblem[],
): DraftObject {
  const refuse = (message: string) => problems.push({ severity: 'error', path: origin, message });
  const variable = prompt === null ? messageVariable(vars) : null;
  if (prompt === null && variable === null) {
    refuse('no prompt says which variable is the message; write `prompts: ["{{question}}"]` next to the tests');
    return {};
  }
  const template = prompt ?? `{{${variable ?? ''}}}`;
  if (typeof template === 'string') return { input: place(fill(template, vars, refuse), [...origin, 'vars']) };
  const row = readFields({ prompt: fill(template, vars, refuse) }, origin, problems);
  const { input, history } = readConversation(row, 'prompt', {});
  return {
    history: history.length > 0 ? history.map(({ value }) => value) : undefined,
    input: input && place(input.value, origin),
  };
}
