import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import type { AgentConfig } from '#config/config.ts';
import type { ConfiguredAgent } from '#config/parsing/agents-of.ts';
import { programFiles } from '#config/program-files.ts';
import { startedProgram } from '#config/started-program.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/**
 * Missing files of an agent (program, module, prompt, tools), each at its place in the config. A warning if `setup` may still
 * create the file; lines that only install packages create none.
 */
export async function missingAgentFiles(
  files: SuiteFiles,
  { agent, agent_path: path }: ConfiguredAgent,
  config: ParsedDocument,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const { at, file } of namedFiles(agent, path)) {
    const located = files.locate(file);
    if (await files.exists(located)) continue;
    const withSlashes = located.replaceAll('\\', '/');
    if (withSlashes !== located && (await files.exists(withSlashes))) {
      issues.push(
        issueAt(
          config,
          at,
          `"${located}" does not exist; write "${file.replaceAll('\\', '/')}": folders are separated by /`,
        ),
      );
      continue;
    }
    const isMade = 'setup' in agent && agent.setup.some((line) => !ONLY_INSTALLS.some((form) => form.test(line)));
    issues.push(
      isMade
        ? {
            ...issueAt(config, at, `"${located}" does not exist yet; \`setup\` has to create it`),
            severity: 'warning',
          }
        : issueAt(config, at, `"${located}" does not exist; ${'setup' in agent ? `${ADD}, ${OR_MAKE}` : ADD}`),
    );
  }
  return issues;
}

const ADD = 'correct the path (it starts at the folder of the config) or add the file';
const OR_MAKE = 'or create it in `agent.setup`';

const ONLY_INSTALLS: readonly RegExp[] = [
  /^\s*(test -x \S+ \|\| )?python[\d.]* -m venv [\w./-]+\s*$/,
  /^\s*(sudo\s+)?((\S+\/bin\/)?(python[\d.]*\s+-m\s+)?pip[\d.]*\s+install|apt(-get)?\s+(install|update)|bundle\s+install)\b[^;&|\n]*$/,
  /^\s*(uv\s+(sync|pip\s+install)|poetry\s+install|pipenv\s+(install|sync)|pdm\s+(install|sync))\b[^;&|\n]*$/,
  // Without these options, scripts of the project run and may write files.
  /^\s*(npm|pnpm|yarn)\s+(ci|i|install)\s[^;&|\n]*--(ignore-scripts|mode=skip-build)\b[^;&|\n]*$/,
];

interface NamedFile {
  readonly at: DocumentPath;
  readonly file: string;
}

/** Files of models are read elsewhere, which reports missing ones. */
function namedFiles(agent: AgentConfig, place: DocumentPath): readonly NamedFile[] {
  if (agent.kind === 'recorded') return [{ at: [...place, 'recorded'], file: agent.file }];
  const { words, path } = startedProgram(agent);
  return programFiles(words).map((index) => ({ at: [...place, ...path, index], file: words[index] ?? '' }));
}

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
