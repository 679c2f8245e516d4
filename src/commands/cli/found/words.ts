import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { listed, plural } from '#common/words.ts';
import type { FoundProvider, StarterLanguage } from './dependencies.ts';
import type { FoundCases } from './find-cases.ts';
import type { FoundProject } from './find-project.ts';
import type { FoundRunner } from './find-runner.ts';

const LANGUAGES: Readonly<Record<StarterLanguage, string>> = { python: 'Python', node: 'Node', go: 'Go' };

const PROVIDERS: Readonly<Record<FoundProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
  gemini: 'Gemini',
  openrouter: 'OpenRouter',
  vercel: "Vercel's AI Gateway",
  vertex: 'Vertex AI',
  azure: 'Azure OpenAI',
  bedrock: 'Amazon Bedrock',
};

/** What was found in a project and what follows from it, a line each. */
export function foundWords(
  project: FoundProject,
  { cases, runner }: { readonly cases: FoundCases; readonly runner: FoundRunner | null },
  choice: StarterLanguage | null,
): readonly string[] {
  if (runner !== null) return [runnerWords(runner), ...caseWords(cases)].map(escapeTerminal);
  return [
    languageWords(project, choice),
    ...project.frameworks.map(
      ({ framework = '', name, file }) =>
        `${framework} (${name} in ${file}): ${framework === project.calls?.framework ? 'the starter agent is built with it' : 'call it in the starter agent'}`,
    ),
    ...typescriptWords(project),
    ...providerWords(project),
    ...byNameWords(project),
    ...mcpWords(project),
    ...caseWords(cases),
  ].map(escapeTerminal);
}

function languageWords({ languages, language }: FoundProject, choice: StarterLanguage | null): string {
  const name = LANGUAGES[language];
  const own = languages.find((item) => item.language === language);
  const others = [
    ...new Set(languages.filter((item) => item.language !== language).map((language) => LANGUAGES[language.language])),
  ];
  const also = others.length === 0 ? '' : `; ${listed(others)} too (choose with --language)`;
  if (own !== undefined) return `${name} (${own.file})${also}`;
  return choice === null
    ? `no file that names a language, so the starter agent is in ${name}; --language chooses another`
    : `no dependencies of ${name}${also}`;
}

function runnerWords({ name, files }: FoundRunner): string {
  return `evals of ${name} (${listed(files, 3)}): they run as they are, \`suite\` in agent-eval.yml says how`;
}

function typescriptWords({ typescript }: FoundProject): readonly string[] {
  if (typescript === null) return [];
  const how =
    typescript.by === 'tsx'
      ? 'tsx lets the starter agent import it'
      : 'evals/imports.mjs lets the starter agent import it, with Node 22.18 or later';
  return [`TypeScript (${typescript.file}): ${how}`];
}

/** What `record` says of an agent. */
export function recordValue(by_name: FoundProject['by_name']): string {
  return by_name === null ? 'true' : '{preload: true}';
}

function byNameWords({ by_name }: FoundProject): readonly string[] {
  return by_name === null
    ? []
    : [
        `${by_name.framework} (${by_name.name} in ${by_name.file}) takes models by their name: \`preload\` leads its calls to the recorder`,
      ];
}

function mcpWords({ mcp }: FoundProject): readonly string[] {
  return mcp === null
    ? []
    : [
        `MCP servers (${listed(mcp.servers)} in ${mcp.file}): uncomment mcp in agent-eval.yml once your agent uses them`,
      ];
}

function providerWords({ provider, calls, by_name }: FoundProject): readonly string[] {
  if (calls !== null) {
    const by = provider?.name === calls.provider ? provider.by : `by ${calls.framework}`;
    return [`${PROVIDERS[calls.provider]} (${by}): the starter agent calls it, and its calls are recorded`];
  }
  if (provider === null) return ['no provider of models among the dependencies: the starter agent answers by itself'];
  const own =
    provider.name === 'vertex'
      ? 'the recorder does not serve it, so let your own agent return its messages, or tool_calls and usage'
      : `with \`record: ${recordValue(by_name)}\` the calls of your own are recorded`;
  return [`${PROVIDERS[provider.name]} (${provider.by}): the starter agent answers by itself; ${own}`];
}

function caseWords({ globs, files, cases, dialects, ids_clash: clash, doubtful }: FoundCases): readonly string[] {
  const formats = dialects.filter((name) => name !== 'canonical');
  const format = formats.length === 0 ? '' : ` (format: ${listed(formats)})`;
  return [
    ...(files === 0
      ? []
      : [
          `${plural(cases, 'case')} in ${plural(files, 'file')}${format}: used as they are, ${listed(globs)}${clash ? '; ids begin with the name of their file, because some are in several' : ''}`,
        ]),
    ...doubtful.map(
      (path) =>
        `cases in ${path} that can't all be read, so it is left out: name it under \`cases\`, and validate says what is wrong`,
    ),
  ];
}
