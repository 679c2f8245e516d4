import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesMatching } from '#runner/workspace/files/files-matching.ts';
import type { FoundProvider, StarterLanguage } from './dependencies.ts';

/** The model that an application uses by default. */
export interface DefaultModel {
  readonly provider: FoundProvider;
  /** Its name and the place that names it. */
  readonly by: string;
}

const SOURCES: Readonly<Record<StarterLanguage, string>> = {
  python: '**/*.py',
  node: '**/*.{ts,tsx,mts,js,mjs,cjs}',
  go: '**/*.go',
};

/** Sample environment files; of `.env` itself nothing is read. */
export const SAMPLES = ['.env.example', '.env.sample', '.env.template', '.env.dist'];

const MOST_FILES = 400;
const MOST_CHARACTERS = 200_000;

/** Looks through the sample environment files and the sources of a folder; tests and cases do not count. */
export async function findDefaultModel(cwd: string, language: StarterLanguage): Promise<DefaultModel | null> {
  const paths = (await filesMatching(cwd, SOURCES[language], cwd).catch(() => [])).toSorted();
  const sources = paths.filter((path) => !/(^|\/)(tests?|evals?|examples?|dist|build)\/|\.test\.|_test\./.test(path));
  const models: Seen[] = [];
  for (const path of [...SAMPLES, ...sources.slice(0, MOST_FILES)]) {
    const text = await readFile(join(cwd, path), 'utf8').catch(() => '');
    if (text.length <= MOST_CHARACTERS) models.push(...modelsIn(text, path));
  }
  // Beside the provider's own client, one of another host is a choice that the code leaves to its user.
  const isOwn = models.some(({ weight }) => weight === WEIGHT.client);
  const likely = isOwn ? models.filter(({ weight }) => weight !== WEIGHT.other_client) : models;
  return likely.toSorted((left, right) => right.weight - left.weight)[0] ?? null;
}

interface Seen extends DefaultModel {
  readonly weight: number;
}

/** What tells more about whose model is called. */
const WEIGHT = { host: 5, other_client: 4, default: 3, router: 2, named: 1, client: 0 } as const;

/** Lines that name a model, one that calls it the default before others, or who serves it. */
function modelsIn(text: string, path: string): readonly Seen[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const by = (what: string) => `${what} in ${path}:${index + 1}`;
    const served = SERVED.flatMap(([weight, pattern, provider]): readonly Seen[] => {
      const [what] = pattern.exec(line) ?? [];
      return what === undefined ? [] : [{ provider, by: by(what), weight: WEIGHT[weight] }];
    });
    const [, whose, name = ''] = MODEL.exec(line) ?? [];
    const provider = PROVIDERS.find(([pattern]) => pattern.test(name))?.[1];
    const isModel =
      whose !== undefined || /model/i.test(line) || /model\w*["']?\s*[:=(]\s*$/i.test(lines[index - 1] ?? '');
    if (provider === undefined || !isModel) return served;
    const isDefault = /default|\?\?|\|\||getenv|environ/i.test(line) || CONSTANT.test(line);
    return [...served, { provider, by: by(name), weight: isDefault ? WEIGHT.default : WEIGHT.named }];
  });
}

const CONSTANT = /^\s*#?\s*(?:export\s+)?(?:const\s+)?[A-Z_]*MODEL[A-Z_]*\s*=/;
const MODEL =
  /["'`=]\s*(?:((?:openai|anthropic|google|gemini)[\w-]*[:/])|[\w-]+[:/])?((?:gpt-|o[134]\b|claude-|gemini-)[\w.-]*)/;

/** Who serves models, some of them those of others. */
const SERVED: readonly (readonly [keyof typeof WEIGHT, RegExp, FoundProvider])[] = [
  ['host', /openrouter\.ai\/api/, 'openrouter'],
  ['host', /vertexai\s*[=:]\s*true|GOOGLE_GENAI_USE_VERTEXAI(?=\s*=\s*["']?(?:true|1))/i, 'vertex'],
  [
    'other_client',
    /\b(?:Async)?AnthropicVertex(?=\()|\bChatVertexAI(?=\()|\bvertexAI(?=(?:\.model)?\()|(?<=["'])vertex_ai(?=\/)/,
    'vertex',
  ],
  [
    'other_client',
    /\b(?:Async)?AzureOpenAI(?=\()|\bAzureChatOpenAI(?=\()|\bcreateAzure(?=\()|(?<=["'])azure(?=\/)/,
    'azure',
  ],
  [
    'other_client',
    /\b(?:Async)?AnthropicBedrock(?=\()|\bChatBedrock(?:Converse)?(?=\()|\bBedrock(?:Model|RuntimeClient)(?=\()|(?<=["'])bedrock(?=\/)|\banthropic(?=\.claude-)/,
    'bedrock',
  ],
  ['router', /(?<=["'`])openrouter(?=[/:])|OPENROUTER_(?:API_KEY|BASE_URL)/, 'openrouter'],
  ['client', /\b(?:Async)?Anthropic(?=\()|\bChatAnthropic(?=\()/, 'anthropic'],
  ['client', /\b(?:Async)?OpenAI(?=\()|\bChatOpenAI(?=\()/, 'openai'],
];

const PROVIDERS: readonly (readonly [RegExp, FoundProvider])[] = [
  [/^(?:gpt-|o[134])/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'gemini'],
];
