import type { DocumentPath } from '#domain/document/located-document.ts';
import type { AgentConfig } from './config.ts';

/** A value that looks as if it should be replaced and will not be. */
export interface ConfigWarning {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Arguments and environment values of the agent that look like variables: configs are taken literally. Lines for a shell are left to it. */
export function interpolationWarnings(agent: AgentConfig): readonly ConfigWarning[] {
  if (agent.kind !== 'command') return [];
  const commands = isShell(agent.command)
    ? []
    : agent.command.map((text, index) => ({ path: ['agent', 'command', index], text }));
  const variables = Object.entries(agent.env).map(([name, text]) => ({ path: ['agent', 'env', name], text }));
  return [...commands, ...variables]
    .filter(({ text }) => VARIABLE.test(text))
    .map(({ path, text }) => ({ path, message: warning(VARIABLE.exec(text)?.[0] ?? text) }));
}

const VARIABLE = /\$\{\{[^}]*\}\}|\$\{[A-Za-z_][^}]*\}|\$[A-Za-z_][A-Za-z0-9_]*|\{\{[^}]*\}\}/;

function warning(variable: string): string {
  if (variable === '{{input}}') return 'the input replaces {input} only, the outer braces stay; write {input}';
  return `${variable} stays as it is: nothing is filled in here; hand the variable on with the input pass-env`;
}

function isShell([program = '', ...rest]: readonly string[]): boolean {
  return /(^|\/)(ba|da|z|k)?sh$/.test(program) && rest.some((argument) => /^-[a-z]*c$/.test(argument));
}
