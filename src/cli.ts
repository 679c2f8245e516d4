#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { calibrateCommand } from './cli/calibrate.ts';
import { compareCommand } from './cli/compare.ts';
import { demoCommand } from './cli/demo.ts';
import { EXIT } from './cli/exit.ts';
import { initCommand } from './cli/init.ts';
import { runCommand } from './cli/run.ts';
import { validateCommand } from './cli/validate.ts';
import { TOOL } from './wiring/tool.ts';

const program = new Command('agent-eval')
  .description('Gate changes on how an LLM agent behaves.')
  .version(TOOL.version)
  .exitOverride()
  .showHelpAfterError('(see "agent-eval --help")');
for (const command of [
  runCommand(),
  compareCommand(),
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
    process.stderr.write(`agent-eval: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = EXIT.error;
  }
}
