import type { DocumentPath } from '#domain/document/located-document.ts';
import type { AgentConfig } from './config.ts';

/** Texts of the agent at a place that look like variables, although configs are taken literally. Shell lines are not checked. */
export function interpolationWarnings(
  agent: AgentConfig,
  at: DocumentPath,
): readonly { readonly path: DocumentPath; readonly message: string }[] {
  return literalTexts(agent, at)
    .filter(({ text }) => VARIABLE.test(text))
    .map(({ path, text }) => ({ path, message: warning(VARIABLE.exec(text)?.[0] ?? text) }));
}

interface LiteralText {
  readonly path: DocumentPath;
  readonly text: string;
}

function literalTexts(agent: AgentConfig, place: DocumentPath): readonly LiteralText[] {
  switch (agent.kind) {
    case 'recorded':
      return [];
    case 'openai':
    case 'anthropic':
      return mapping([...place, agent.key], { model: agent.model, base_url: agent.base_url ?? '' });
    case 'http': {
      const at = [...place, 'http'];
      return [
        ...mapping(at, { url: agent.url, ready_url: agent.ready_url ?? '' }),
        ...program([...at, 'start'], agent.start ?? []),
        ...mapping([...at, 'headers'], agent.headers),
        ...mapping([...place, 'env'], agent.env),
      ];
    }
    case 'module':
      return mapping([...place, 'env'], agent.env);
    case 'suite':
      return [...program([...place, 'run'], agent.run), ...mapping([...place, 'env'], agent.env)];
    case 'command':
      return [...program([...place, 'command'], agent.command), ...mapping([...place, 'env'], agent.env)];
  }
}

function program(at: DocumentPath, command: readonly string[]): readonly LiteralText[] {
  return isShell(command) ? [] : command.map((text, index) => ({ path: [...at, index], text }));
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
