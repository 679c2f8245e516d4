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
    path: `evals/agent.${ending}`,
    purpose: 'a starter agent: call your own agent here',
    text:
      calls === null || language === 'go'
        ? filledTemplate(`plain.${ending}`)
        : callingAgent(`.${ending}`, language, calls),
  };
}

const ENDINGS: Readonly<Record<StarterLanguage, string>> = { python: 'py', node: 'mjs', go: 'go' };

function callingAgent(ending: string, language: 'python' | 'node', { framework, provider }: StarterCalls): string {
  const template = framework === null ? undefined : FRAMEWORKS[language][framework];
  if (template === undefined) return filledTemplate(provider + ending);
  return ofProvider(provider, filledTemplate(template + ending));
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
  return text
    .replaceAll('gpt-5-mini', 'claude-sonnet-5')
    .replaceAll('OpenAI', 'Anthropic')
    .replaceAll('openai', provider);
}
