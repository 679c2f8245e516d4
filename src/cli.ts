#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// What the engine makes of the code is kept beside the package, where only those can change it who can change the package:
// a folder for temporary files is open to others. Node 20 can't keep it.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/agent-eval'));

await import('#commands/cli/program.ts');
