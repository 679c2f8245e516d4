import { isBuiltin } from 'node:module';
import { init, parse } from 'es-module-lexer';

await init;

/**
 * A bundled script that asks Node's modules for what it names, before anything else. An `import` reads all that a module exports, and some of that is made when it is read:
 * `node:http` then loads Node's own fetch (35 ms), `node:process` opens standard input.
 */
export function builtinsByName(script: string): string {
  const [imports] = parse(script);
  const named = imports.flatMap(({ n: module, d: dynamic, ss: start, se: end }) =>
    dynamic === -1 && module !== undefined && isBuiltin(module) ? [{ module, start, end }] : [],
  );
  const rest = named.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), script);
  const asked = named.map(({ module, start, end }) => request(script.slice(start, end), module));
  return rest.replace(/^(?:#!.*\n)?/, (first) => `${first}${asked.join('')}`);
}

/** `import a, {b as c} from "m"` and `import a, * as b from "m"`, of which esbuild leaves out what no code names. */
function request(statement: string, module: string): string {
  const [, names = ''] = /^import(.*?)(?:from)?\s*["']/s.exec(statement) ?? [];
  const parts = names.match(/\{[^}]*\}|[\w$]+(?=\s*(?:,|$))/g) ?? [];
  const source = `process.getBuiltinModule(${JSON.stringify(module)})`;
  return parts.map((part) => `const ${part.replaceAll(/\s+as\s+/g, ':')}=${source};`).join('');
}
