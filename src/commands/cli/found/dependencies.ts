import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { Provider } from '#wire/protocols/providers.ts';

/** Language of the starter agent. */
export type StarterLanguage = 'python' | 'node' | 'go';

/** Those that a project can tell of: the recorder serves all but one. */
export type FoundProvider =
  | Extract<Provider, 'openai' | 'anthropic' | 'ollama' | 'gemini' | 'openrouter' | 'vercel' | 'azure' | 'bedrock'>
  | 'vertex';

/** Those whose model a starter agent can call. */
export type StarterProvider = 'openai' | 'anthropic';

/** Files that name the dependencies of a project, by language. */
export const MANIFESTS: Readonly<Record<StarterLanguage, readonly string[]>> = {
  python: ['pyproject.toml', 'requirements.txt', 'setup.py', 'setup.cfg', 'Pipfile'],
  node: ['package.json'],
  go: ['go.mod'],
};

/** What one package says about a project. */
interface KnownPackage {
  readonly provider?: FoundProvider;
  /** Name of the framework for people. */
  readonly framework?: string;
  /** With it the provider's own SDK can be imported. */
  readonly brings_sdk?: true;
  /** Providers that a starter agent built with it can call, with the packages that it needs for each. */
  readonly models?: Readonly<Partial<Record<StarterProvider, readonly string[]>>>;
  /** It calls any provider: the name of the model says whose key. */
  readonly routes?: true;
  /** It takes a model by its name, and its client reads no address, unless one of these packages is the client. */
  readonly model_by_name?: { readonly unless: readonly string[] };
}

const SDK = { brings_sdk: true } as const;
/** Each reads the address of its provider. */
const AI_SDK_CLIENTS = ['@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google', '@openrouter/ai-sdk-provider'];
const LANGCHAIN = { openai: ['langchain-openai'], anthropic: ['langchain-anthropic'] };

/** By language, the most telling first. */
export const KNOWN_PACKAGES: Readonly<Record<StarterLanguage, Readonly<Record<string, KnownPackage>>>> = {
  python: {
    openai: { provider: 'openai', ...SDK },
    anthropic: { provider: 'anthropic', ...SDK },
    ollama: { provider: 'ollama' },
    'google-genai': { provider: 'gemini' },
    'google-generativeai': { provider: 'gemini' },
    'google-cloud-aiplatform': { provider: 'vertex' },
    'langchain-google-vertexai': { provider: 'vertex' },
    'openai-agents': { provider: 'openai', framework: 'OpenAI Agents SDK', models: { openai: [] }, ...SDK },
    'claude-agent-sdk': { provider: 'anthropic', framework: 'Claude Agent SDK' },
    'langchain-openai': { provider: 'openai', ...SDK },
    'langchain-anthropic': { provider: 'anthropic', ...SDK },
    'langchain-ollama': { provider: 'ollama' },
    'langchain-google-genai': { provider: 'gemini' },
    'langchain-openrouter': { provider: 'openrouter' },
    langgraph: { framework: 'LangGraph', models: LANGCHAIN },
    langchain: { framework: 'LangChain', models: LANGCHAIN },
    crewai: { framework: 'CrewAI', models: { openai: [], anthropic: ['anthropic'] }, routes: true },
    'pydantic-ai': { framework: 'Pydantic AI', models: { openai: [], anthropic: [] }, routes: true },
    'pydantic-ai-slim': {
      framework: 'Pydantic AI',
      models: { openai: ['openai'], anthropic: ['anthropic'] },
      routes: true,
    },
    'google-adk': { provider: 'gemini', framework: 'Google ADK' },
    'llama-index': { framework: 'LlamaIndex' },
    smolagents: { framework: 'smolagents', routes: true },
    'strands-agents': { framework: 'Strands Agents' },
    litellm: { framework: 'LiteLLM', routes: true },
  },
  node: {
    openai: { provider: 'openai', ...SDK },
    '@anthropic-ai/sdk': { provider: 'anthropic', ...SDK },
    ollama: { provider: 'ollama' },
    '@google/genai': { provider: 'gemini' },
    '@google-cloud/vertexai': { provider: 'vertex' },
    '@ai-sdk/google-vertex': { provider: 'vertex' },
    '@openrouter/ai-sdk-provider': { provider: 'openrouter' },
    '@openrouter/sdk': { provider: 'openrouter' },
    '@openai/agents': { provider: 'openai', framework: 'OpenAI Agents SDK', models: { openai: [] } },
    '@anthropic-ai/claude-agent-sdk': { provider: 'anthropic', framework: 'Claude Agent SDK' },
    '@langchain/openai': { provider: 'openai' },
    '@langchain/anthropic': { provider: 'anthropic' },
    '@langchain/ollama': { provider: 'ollama' },
    '@ai-sdk/openai': { provider: 'openai' },
    '@ai-sdk/anthropic': { provider: 'anthropic' },
    '@ai-sdk/google': { provider: 'gemini' },
    '@langchain/langgraph': {
      framework: 'LangGraph',
      models: { openai: ['@langchain/openai'], anthropic: ['@langchain/anthropic'] },
    },
    langchain: { framework: 'LangChain' },
    // Without a client of its own a name asks Vercel's gateway.
    ai: {
      provider: 'vercel',
      framework: 'Vercel AI SDK',
      models: { openai: ['@ai-sdk/openai'], anthropic: ['@ai-sdk/anthropic'] },
      model_by_name: { unless: AI_SDK_CLIENTS },
    },
    '@mastra/core': { framework: 'Mastra', model_by_name: { unless: [] }, routes: true },
    genkit: { framework: 'Genkit', model_by_name: { unless: [] } },
    '@genkit-ai/googleai': { provider: 'gemini' },
    '@genkit-ai/google-genai': { provider: 'gemini' },
    '@google/adk': { provider: 'gemini', framework: 'Google ADK' },
    llamaindex: { framework: 'LlamaIndex' },
  },
  go: {
    'github.com/openai/openai-go': { provider: 'openai' },
    'github.com/sashabaranov/go-openai': { provider: 'openai' },
    'github.com/anthropics/anthropic-sdk-go': { provider: 'anthropic' },
    'github.com/ollama/ollama': { provider: 'ollama' },
    'google.golang.org/genai': { provider: 'gemini' },
    'github.com/tmc/langchaingo': { framework: 'LangChainGo' },
    'google.golang.org/adk': { provider: 'gemini', framework: 'Google ADK' },
  },
};

/** A known package and the file that names it. */
export interface FoundPackage extends KnownPackage {
  readonly name: string;
  readonly file: string;
  /** Only those who work on the project need it. */
  readonly dev?: true;
}

/** The known packages that a file names, in the order of their importance. */
export function packagesIn(language: StarterLanguage, file: string, text: string): readonly FoundPackage[] {
  const isNode = language === 'node';
  const isNamed = isNode ? namedInPackageJson(text) : namedInText(language, text);
  const isUsed = isNode
    ? namedInPackageJson(text, LISTS.slice(1))
    : namedInText(language, text.replace(DEV_TABLES, ''));
  return Object.entries(KNOWN_PACKAGES[language]).flatMap(([name, known]) =>
    isNamed(name) ? [{ name, file, ...known, ...(!isUsed(name) && { dev: true as const }) }] : [],
  );
}

const LISTS = ['devDependencies', 'dependencies', 'optionalDependencies', 'peerDependencies'];

/** Tables of a pyproject.toml, each up to the next. */
const DEV_TABLES = /^\[(?:dependency-groups|tool\.poetry\.(?:group\.[^\]]+|dev-dependencies))\][^\n]*(?:\n(?!\[).*)*/gm;

/** Which packages a package.json names. */
export function namedInPackageJson(text: string, keys: readonly string[] = LISTS): (name: string) => boolean {
  const value = jsonOrUndefined(text);
  if (!isJsonObject(value)) return () => false;
  const lists = keys.map((key) => value[key]);
  return (name) => lists.some((list) => isJsonObject(list) && Object.hasOwn(list, name));
}

/** TOML, requirements and go.mod: the name stands alone, before a version, an extra or the end of its quotes, or is an extra. */
function namedInText(language: StarterLanguage, text: string): (name: string) => boolean {
  const comment = language === 'go' ? /\/\/.*$/gm : /(^|\s)#.*$/gm;
  const bare = text.replace(comment, '');
  return (name) => {
    const word = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('-', '[-_.]');
    return new RegExp(`(^|["'\\s]|\\w\\[|\\w\\[[\\w,-]*,)${word}(/v\\d+)?(?=$|["'\\s[\\]<>=~!;,@])`, 'im').test(bare);
  };
}

/** Names of variables in a sample environment file that name a provider; values are not looked at. */
export function providersIn(text: string): readonly FoundProvider[] {
  const names = [...text.matchAll(/^\s*(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm)].map(([, name = '']) => name);
  const matches = PROVIDER_VARIABLES.filter(([pattern]) => names.some((name) => pattern.test(name)));
  return matches.map(([, provider]) => provider);
}

const PROVIDER_VARIABLES: readonly (readonly [RegExp, FoundProvider])[] = [
  [/^OPENAI_(API_KEY|BASE_URL|API_BASE)$/, 'openai'],
  [/^ANTHROPIC_(API_KEY|BASE_URL)$/, 'anthropic'],
  [/^OLLAMA_(HOST|API_KEY)$/, 'ollama'],
  [/^(GEMINI|GOOGLE)_API_KEY$/, 'gemini'],
  [/^OPENROUTER_(API_KEY|BASE_URL)$/, 'openrouter'],
  [/^AI_GATEWAY_API_KEY$/, 'vercel'],
  [/^GOOGLE_GENAI_USE_VERTEXAI$/, 'vertex'],
  [/^AZURE_OPENAI_(API_KEY|ENDPOINT)$/, 'azure'],
  [/^AWS_BEARER_TOKEN_BEDROCK$/, 'bedrock'],
];
