import { EXAMPLE_MODELS } from '#common/example-models.ts';
import type { StarterLanguage, StarterProvider } from '../found/dependencies.ts';
import type { StarterCalls } from '../found/find-project.ts';
import { filledTemplate } from './template.ts';

/** One file that `init` writes. */
export interface StarterFile {
  /** Relative to the set-up folder, with `/`; leads up to where GitHub looks for workflows. */
  readonly path: string;
  readonly purpose: string;
  readonly text: string;
}

/** The starter agent of a language. `calls`: the model that it calls; `null`: it answers by itself. */
export function starterAgent(language: StarterLanguage, calls: StarterCalls | null): StarterFile {
  const ending = ENDINGS[language];
  return {
    path: agentPath(language),
    purpose: 'a starter agent: call your own agent here',
    text:
      calls === null || language === 'go'
        ? filledTemplate(`plain.${ending}`)
        : callingAgent(`.${ending}`, language, calls),
  };
}

/** From the set-up folder. A package of its own: Go refuses a folder of two. */
export function agentPath(language: StarterLanguage): string {
  return `evals/${language === 'go' ? 'agent/' : ''}agent.${ENDINGS[language]}`;
}

const ENDINGS: Readonly<Record<StarterLanguage, string>> = { python: 'py', node: 'mjs', go: 'go' };

/** Loaded before an agent of Node that imports TypeScript; `path` from the set-up folder. */
export function typescriptImports(): StarterFile {
  return {
    path: 'evals/imports.mjs',
    purpose: 'lets Node import your TypeScript; tsx would do the same',
    text: filledTemplate('imports.mjs'),
  };
}

function callingAgent(ending: string, language: 'python' | 'node', calls: StarterCalls): string {
  const { framework, provider, major } = calls;
  const template = framework === null ? undefined : FRAMEWORKS[language][framework];
  const MODEL = EXAMPLE_MODELS[provider].id;
  if (template === undefined) return filledTemplate(provider + ending, { MODEL });
  const text = filledTemplate(template + ending, { MODEL });
  return ofProvider(provider, template === 'vercel-ai' ? ofMajor(major, text) : text);
}

/** The template of the Vercel AI SDK is that of its version 7. */
function ofMajor(major: number | null, text: string): string {
  if (major === null || major >= 7) return text;
  const older = text.replace('instructions: prompt', 'system: prompt').replaceAll('isStepCount', 'stepCountIs');
  if (major >= 5) return older;
  return older
    .replace('stepCountIs, ', '')
    .replace('stopWhen: stepCountIs(8)', 'maxSteps: 8')
    .replace('inputSchema:', 'parameters:');
}

/** Templates by the framework that they are built with. They call OpenAI's model. */
const FRAMEWORKS: Readonly<Record<'python' | 'node', Readonly<Record<string, string>>>> = {
  python: {
    LangGraph: 'langgraph',
    LangChain: 'langchain',
    'OpenAI Agents SDK': 'openai-agents',
    CrewAI: 'crewai',
    'Pydantic AI': 'pydantic-ai',
  },
  node: { LangGraph: 'langgraph', 'OpenAI Agents SDK': 'openai-agents', 'Vercel AI SDK': 'vercel-ai' },
};

/** Frameworks name their clients for both providers alike. */
function ofProvider(provider: StarterProvider, text: string): string {
  if (provider === 'openai') return text;
  return text.replaceAll('OpenAI', 'Anthropic').replaceAll('openai', provider);
}
