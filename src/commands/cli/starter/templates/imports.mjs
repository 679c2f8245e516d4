// Loaded before the agent: lets Node import TypeScript the way its compiler does, './tools', './tools.js' or a folder.
// With tsx among your packages, write --import tsx in agent-eval.yml in its place, and delete this file.
import * as nodeModule from 'node:module';

if (nodeModule.registerHooks === undefined || !process.features.typescript) {
  throw new Error('this Node does not read TypeScript: take Node 22.18 or later, or tsx');
}

const ENDINGS = [
  [/\.([cm]?)js$/, '.$1ts'],
  [/$/, '.ts'],
  [/$/, '/index.ts'],
];

nodeModule.registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!/^\.{0,2}\//.test(specifier)) throw error;
      for (const [end, source] of ENDINGS) {
        try {
          if (end.test(specifier)) return next(specifier.replace(end, source), context);
        } catch {} // the next one
      }
      throw error;
    }
  },
  load(url, context, next) {
    // A package without "type": "module" has its modules compiled; here they are taken as they are written.
    const loaded = next(url, context);
    const isModule = loaded.format === 'commonjs-typescript' && /^\s*(import|export)\s/m.test(String(loaded.source));
    return isModule ? { ...loaded, format: 'module-typescript' } : loaded;
  },
});
