#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// The compiled code is kept in the package, where only those can change it who can change the package itself;
// a folder for temporary files is open to others. Node 20 keeps none.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/agent-eval'));

await import('#commands/cli/program.ts');
