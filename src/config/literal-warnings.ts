import type { DocumentPath } from '#common/document/located-document.ts';
import { knownShapes } from '#common/known-shapes.ts';
import type { AgentConfig } from './config.ts';
import { startedProgram } from './started-program.ts';

/** Texts of the agent at a place that look like keys, or like variables although configs are taken literally. */
export function literalWarnings(
  agent: AgentConfig,
  at: DocumentPath,
): readonly { readonly path: DocumentPath; readonly message: string }[] {
  return literalTexts(agent, at).flatMap(({ path, text, in_shell: inShell }) => {
    if (isKey(path.at(-1), text)) return [{ path, message: KEY }];
    const variable = inShell === true ? null : VARIABLE.exec(text);
    return variable === null ? [] : [{ path, message: warning(variable[0]) }];
  });
}

/** A text with the shape of a credential, or a long one under the name of a secret; short words there are dummies. */
function isKey(name: string | number | undefined, text: string): boolean {
  if (knownShapes(text).length > 0) return true;
  return typeof name === 'string' && SECRET_NAME.test(name) && RANDOM.test(text);
}

const SECRET_NAME = /(?:key|token|secret|password|authorization)$/i;
const RANDOM = /^(?:(?:bearer|basic|token)\s+)?(?=.*\d)(?=.*[a-z])[\w.~+/=-]{20,500}$/i;
const KEY =
  'looks like a key, and everybody who can read the repository can use it; revoke it, set the new one with gh secret set, and pass it with the input pass-env, or with `record: true` to the recorder alone';

interface LiteralText {
  readonly path: DocumentPath;
  readonly text: string;
  /** A shell fills variables in. */
  readonly in_shell?: true;
}

function literalTexts(agent: AgentConfig, place: DocumentPath): readonly LiteralText[] {
  const setup = 'setup' in agent ? agent.setup : [];
  const lines = setup.map((text, index) => ({ path: [...place, 'setup', index], text, in_shell: true }) as const);
  return [...ownTexts(agent, place), ...lines];
}

function ownTexts(agent: AgentConfig, place: DocumentPath): readonly LiteralText[] {
  switch (agent.kind) {
    case 'recorded':
      return [];
    case 'openai':
    case 'anthropic':
      return mapping([...place, agent.key], { model: agent.model, base_url: agent.base_url ?? '' });
    case 'http': {
      const { url, ready_url: ready, headers } = agent;
      return [
        ...mapping([...place, 'http'], { url, ready_url: ready ?? '' }),
        ...program(agent, place),
        ...mapping([...place, 'http', 'headers'], headers),
        ...mapping([...place, 'env'], agent.env),
      ];
    }
    default:
      return [...program(agent, place), ...mapping([...place, 'env'], agent.env)];
  }
}

function program(agent: AgentConfig, place: DocumentPath): readonly LiteralText[] {
  const { words, path } = startedProgram(agent);
  const inShell = isShell(words) ? ({ in_shell: true } as const) : {};
  return words.map((text, index) => ({ path: [...place, ...path, index], text, ...inShell }));
}

function mapping(at: DocumentPath, texts: Readonly<Record<string, string>>): readonly LiteralText[] {
  return Object.entries(texts).map(([key, text]) => ({ path: [...at, key], text }));
}

const VARIABLE = /\$\{\{[^}]*\}\}|\$\{[A-Za-z_][^}]*\}|\$[A-Za-z_][A-Za-z0-9_]*|\{\{[^}]*\}\}/;

function warning(variable: string): string {
  if (variable === '{{input}}') return 'the input replaces {input} only, the outer braces stay; write {input}';
  return `${variable} stays as it is: nothing is filled in here; pass the variable with the input pass-env`;
}

function isShell([program = '', ...rest]: readonly string[]): boolean {
  return /(^|\/)(ba|da|z|k)?sh$/.test(program) && rest.some((argument) => /^-[a-z]*c$/.test(argument));
}
