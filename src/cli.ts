#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { EXIT } from '#application/concluding/exit-code.ts';
import { baselineCommand } from './entry/cli/commands/baseline.ts';
import { calibrateCommand } from './entry/cli/commands/calibrate.ts';
import { compareCommand } from './entry/cli/commands/compare.ts';
import { demoCommand } from './entry/cli/commands/demo.ts';
import { initCommand } from './entry/cli/commands/init.ts';
import { runCommand } from './entry/cli/commands/run.ts';
import { validateCommand } from './entry/cli/commands/validate.ts';
import { faultText } from './entry/cli/fault-text.ts';
import { say } from './entry/cli/say.ts';
import { tolerateClosedOutput } from './entry/closed-output.ts';
import { TOOL } from './entry/tool.ts';

tolerateClosedOutput((code) => {
  say(`agent-eval: standard output can't be written (${code})`);
  process.once('exit', () => {
    process.exitCode = EXIT.error;
  });
});

const program = new Command('agent-eval')
  .description('Gate changes on how an LLM agent behaves.')
  .version(TOOL.version)
  .exitOverride()
  .showHelpAfterError('(see "agent-eval --help")');
for (const command of [
  runCommand(),
  compareCommand(),
  baselineCommand(),
  calibrateCommand(),
  validateCommand(),
  initCommand(),
  demoCommand(),
]) {
  program.addCommand(command.copyInheritedSettings(program));
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  } else {
    process.stderr.write(`agent-eval: ${faultText(error)}\n`);
    process.exitCode = EXIT.error;
  }
}
