import { foundValue } from '#domain/document/found-value.ts';
import { hashJson } from '#domain/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import { readConversation } from '../conversion/conversation.ts';
import { readFields } from '../conversion/fields.ts';
import { type DraftObject, place, placeIfGiven, settle } from '../conversion/placed.ts';
import type { ConvertedRow, DialectOptions, DialectProblem } from '../dialect.ts';
import type { WrittenTest } from './csv-test.ts';
import { demandsOf } from './demands.ts';
import { messageVariable, type Prompt } from './prompts.ts';
import { ALL_MUST_HOLD, fill, isProgram, ownPrompt, readAssertions } from './read-assertions.ts';
import { render } from './render.ts';
import { combinations } from './variables.ts';

/** What a test shares with the others of its file. */
export interface TestContext {
  readonly prompts: readonly Prompt[];
  readonly options: DialectOptions;
  readonly stem: string;
}

/** The cases of a test: one for each prompt and each combination of listed variables. */
export function convertTest(
  { test, origin, assertions, part }: WrittenTest,
  value: Json,
  { prompts, options, stem }: TestContext,
): readonly ConvertedRow[] {
  const common: DialectProblem[] = [];
  checkFields(test, origin, options, common);
  const all = combinations(test);
  const rows = all.flatMap((vars) =>
    chosenPrompts(prompts, test).map((prompt) => {
      const problems: DialectProblem[] = [];
      const fields = readFields(test, origin, problems);
      const ignored = options.ignore ?? [];
      const expect = demandsOf(readAssertions(assertions, { vars, ignored, problems }), origin, problems);
      const said = whatIsSaid(prompt, vars, test, { fields, options });
      const description = fields.text('description');
      const suffix = [
        ...(prompt?.label !== null && prompts.length > 1 ? [prompt?.label ?? ''] : []),
        ...(prompts.length > 1 && prompt?.label === null ? [`prompt-${prompts.indexOf(prompt) + 1}`] : []),
        ...(all.length > 1 ? [hashJson(vars).slice(0, 6)] : []),
        ...(part === undefined ? [] : [part]),
      ];
      const base =
        description === null || description === ''
          ? `${stem}-${hashJson({ said: said.text, vars }).slice(0, 8)}`
          : description;
      const id = slug([base, ...suffix].join('-'));
      const draft: DraftObject = {
        id: place(id, description === null ? origin : [...origin, 'description']),
        name: placeIfGiven(description || null, [...origin, 'description']),
        metadata: metadataOf(test, vars, origin),
        trials: trialsOf(test),
        ...said.draft,
        expect,
      };
      return { draft, problems };
    }),
  );
  return rows.map(({ draft, problems }, index) => {
    const found = [...(index === 0 ? common : []), ...problems].map(onceForDefaults);
    const isSound = [...common, ...problems].every(({ severity }) => severity === 'warning');
    return { value, path: origin, converted: isSound ? settle(draft, origin) : null, problems: found };
  });
}

/** What is wrong with the default test is the same for every test. */
function onceForDefaults(problem: DialectProblem): DialectProblem {
  return problem.path[0] === 'defaultTest' ? { ...problem, topic: `defaultTest ${problem.message}` } : problem;
}

const READ = [
  ...['vars', 'assert', 'description', 'options', 'metadata', 'threshold', 'prompts'],
  // Which model answers is the agent's business; a name decides nothing.
  ...['provider', 'providers', 'metric', 'providerOutput'],
];

function checkFields(
  test: JsonObject,
  origin: WrittenTest['origin'],
  { ignore = [] }: DialectOptions,
  problems: DialectProblem[],
): void {
  const refuse = (path: WrittenTest['origin'], message: string) => problems.push({ severity: 'error', path, message });
  for (const key of Object.keys(test).filter((name) => !READ.includes(name) && !ignore.includes(name)))
    refuse([...origin, key], key === 'path' ? GENERATED : `\`${key}\` of a test is not read; ${mendIgnore(key)}`);
  for (const [key, means] of [
    ['vars', 'a mapping of variables; a file of them is named by `file://`'],
    ['assert', 'a list of assertions'],
  ] as const) {
    const written = test[key] ?? null;
    const isFit = key === 'vars' ? isJsonObject(written) : Array.isArray(written);
    if (written !== null && !isFit) refuse([...origin, key], `expected ${means}, found ${foundValue(written)}`);
  }
  for (const [name, value] of Object.entries(isJsonObject(test['vars']) ? test['vars'] : {}))
    if (isProgram(value))
      refuse([...origin, 'vars', name], 'a program makes this variable; write down the value that it makes');
  const threshold = test['threshold'];
  if (threshold !== undefined && Number(threshold) !== 1) refuse([...origin, 'threshold'], ALL_MUST_HOLD);
  if (test['providerOutput'] !== undefined && !ignore.includes('providerOutput'))
    refuse(
      [...origin, 'providerOutput'],
      `a stored answer is no case; judge it by \`agent: {recorded: …}\`, or ${mendIgnore('providerOutput')}`,
    );
  const options = isJsonObject(test['options']) ? test['options'] : {};
  if ('rubricPrompt' in options) problems.push(ownPrompt([...origin, 'options', 'rubricPrompt']));
  for (const key of ['transform', 'postprocess', 'transformVars'].filter((name) => name in options))
    refuse([...origin, 'options', key], `\`${key}\` changes what is judged; judge it by \`custom: [{command: […]}]\``);
  if (isJsonObject(test['metadata']) && 'conversationId' in test['metadata'])
    refuse(
      [...origin, 'metadata', 'conversationId'],
      'a conversation over several tests; write it as one case with `turns`',
    );
}

const GENERATED = 'tests that a program makes are not read; run it and name the file that holds them';

function mendIgnore(key: string): string {
  return `remove it, or leave it unread by \`dialect: {ignore: [${JSON.stringify(key)}]}\``;
}

/** The prompts that a test names by their labels; else all. */
function chosenPrompts(prompts: readonly Prompt[], test: JsonObject): readonly (Prompt | null)[] {
  const names = test['prompts'];
  const chosen = Array.isArray(names)
    ? prompts.filter(({ label }) => label !== null && names.some((name: Json) => name === label))
    : prompts;
  return chosen.length === 0 ? [null] : chosen;
}

interface Reading {
  readonly fields: ReturnType<typeof readFields>;
  readonly options: DialectOptions;
}

function whatIsSaid(
  prompt: Prompt | null,
  vars: JsonObject,
  test: JsonObject,
  { fields, options }: Reading,
): { readonly draft: DraftObject; readonly text: Json } {
  const { problems, path } = fields;
  const refuse = (message: string) => problems.push({ severity: 'error', path, message });
  const variable = prompt === null ? messageVariable(vars) : null;
  if (prompt === null && variable === null) {
    refuse('no prompt says which variable is the message; write it as `dialect: {input: "{{question}}"}`');
    return { draft: {}, text: '' };
  }
  const template = prompt?.template ?? `{{${variable ?? ''}}}`;
  if (typeof template !== 'string') {
    const messages = fill(template, vars, refuse);
    const row = readFields({ prompt: messages }, path, problems);
    const { input, history } = readConversation(row, 'prompt', options);
    return {
      draft: {
        history: history.length > 0 ? history.map(({ value }) => value) : undefined,
        input: input && place(input.value, path),
      },
      text: messages,
    };
  }
  const { prefix = '', suffix = '' } = isJsonObject(test['options']) ? test['options'] : {};
  const rendered = render(`${String(prefix)}${template}${String(suffix)}`, vars);
  if ('problem' in rendered) refuse(rendered.problem);
  const text = 'text' in rendered ? rendered.text : '';
  return { draft: { input: place(text, [...path, 'vars']) }, text };
}

function metadataOf(test: JsonObject, vars: JsonObject, origin: WrittenTest['origin']): DraftObject | undefined {
  const written = isJsonObject(test['metadata']) ? test['metadata'] : {};
  const all = { ...written, ...(Object.keys(vars).length > 0 && { vars }) };
  if (Object.keys(all).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, place(value, [...origin, key === 'vars' ? 'vars' : 'metadata'])]),
  );
}

function trialsOf(test: JsonObject): number | undefined {
  const repeat = isJsonObject(test['options']) ? test['options']['repeat'] : undefined;
  return Number.isSafeInteger(repeat) ? Number(repeat) : undefined;
}
