#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { calibrateCommand } from './cli/commands/calibrate.ts';
import { compareCommand } from './cli/commands/compare.ts';
import { demoCommand } from './cli/commands/demo.ts';
import { initCommand } from './cli/commands/init.ts';
import { runCommand } from './cli/commands/run.ts';
import { validateCommand } from './cli/commands/validate.ts';
import { EXIT } from './cli/exit.ts';
import { TOOL } from './wiring/tool.ts';

// Whoever reads may have seen enough ("| head -1"). Results are still written, and the exit code tells the verdict.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

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
