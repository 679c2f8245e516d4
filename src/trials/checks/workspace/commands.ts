import type { CommandExpectation } from '#cases/suite/expectation.ts';
import { errorLine } from '#common/cause-line.ts';
import { commandKey } from '#trials/trial/content-hashes.ts';
import type { CommandFacts } from '#trials/trial/workspace-facts.ts';
import { gradeText } from '../response/grade-text.ts';
import type { Check, CheckResult } from '../terms/check.ts';
import { fails, holds, type Judgement, unjudged } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';
import { NO_WORKSPACE } from './no-workspace.ts';

/**
 * `commands`: what ran in the workspace when the agent had answered. Parts, by the number of the command: `commands.1.exit`, and
 * `commands.1.stdout.contains` and the like. A command that exits otherwise is the agent's failure; one that can't be started judges nothing.
 */
export const commandsCheck: Check<readonly CommandExpectation[]> = {
  key: 'commands',
  judge: (expectation, { workspace = null, end }) =>
    expectation.flatMap((command, index) => {
      const name = `commands.${index + 1}`;
      if (workspace === null) return [{ name, ...NO_WORKSPACE }];
      const key = commandKey(command);
      const facts = workspace.commands.find((command) => command.key === key);
      if (facts !== undefined) return judgeCommand(name, command, facts);
      const completed = end.kind === 'completed';
      return [{ name, ...unjudged('not_run', { kind: 'command_not_run', command: textOf(command), completed }) }];
    }),
};

function judgeCommand(name: string, command: CommandExpectation, facts: CommandFacts): readonly CheckResult[] {
  const exit = judgeExit(command, facts);
  const output = command.stdout === null || exit.passed === null ? [] : gradeText(command.stdout, facts.stdout, OUTPUT);
  return [
    { name: `${name}.exit`, ...exit },
    ...output.map((result) => ({ ...result, name: `${name}.stdout.${result.name}` })),
  ];
}

const OUTPUT = { noun: 'output', where: 'stdout' } as const;

function judgeExit(command: CommandExpectation, { exit, stdout, stderr, ended }: CommandFacts): Judgement {
  const printed = (stderr.trim() === '' ? stdout : stderr).trim();
  const last = errorLine(stderr) ?? errorLine(stdout) ?? printed.slice(-MOST_SAID);
  const fact = {
    kind: 'command',
    command: textOf(command),
    expected: command.exit,
    exit,
    problem: ended?.why ?? null,
    printed: last === '' ? null : shownValue(last),
  } as const;
  if (ended !== null) return ended.fault === 'judge' ? unjudged('check_broken', fact) : fails('no_exit', 0, fact);
  return exit === command.exit ? holds(1, fact) : fails('wrong_exit', 0, fact);
}

/** The end of what it printed: programs say there why they failed. */
const MOST_SAID = 110;

function textOf({ run }: CommandExpectation): string {
  return shownValue(run.join(' '));
}
