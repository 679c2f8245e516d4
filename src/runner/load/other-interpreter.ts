import { type Issue, issueAt } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import type { ConfiguredAgent } from '#config/parsing/agents-of.ts';
import { startedProgram } from '#config/started-program.ts';

/** A warning if `setup` installs into an environment of Python of its own, and the program starts with the machine's, which lacks these packages. */
export function otherInterpreter(
  { agent, agent_path: path }: ConfiguredAgent,
  document: ParsedDocument,
): readonly Issue[] {
  if (!('setup' in agent)) return [];
  const lines = agent.setup.join('\n');
  const [, folder = null] = MAKES.exec(lines) ?? [];
  if (folder === null || !lines.includes(`${folder}/bin/`) || (agent.env['PATH'] ?? '').includes(folder)) return [];
  const { words, path: at } = startedProgram(agent);
  const [first = ''] = words;
  if (!MACHINES.test(first)) return [];
  const message = `"${first}" is the machine's own, without what \`setup\` installs into ${folder}; write ${folder}/bin/${first}`;
  return [{ ...issueAt(document, [...path, ...at, 0], message), severity: 'warning' }];
}

const MAKES = /-m venv (?:-\S+ )*([\w./-]*\w)/;
const MACHINES = /^(?:python[\d.]*|pytest|flask|gunicorn|uvicorn)$/;
