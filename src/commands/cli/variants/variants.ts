import { writeFile } from 'node:fs/promises';
import { keyOf, printWrittenTexts, type TextKey } from '#cases/suite/variants/written-texts.ts';
import type { VariantsOptions } from '#commands/options/flags.ts';
import { errorMessage } from '#common/error-message.ts';
import { plural } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import { EXIT } from '#report/exit-code.ts';
import type { VariedCases } from '#runner/load/derive-variants.ts';
import { readVariants } from '#runner/load/read-variants.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { casesYaml } from '../cases/cases-yaml.ts';
import { commandName } from '../common/command-name.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import { type WrittenVariants, writeVariants } from './write-variants.ts';

/** What `agent-eval variants` does: it prints the derived cases, or has their texts written. */
export async function varyCases(options: VariantsOptions): Promise<void> {
  const cwd = process.cwd();
  const root = await workspaceRoot(cwd, options.config);
  const files = workspaceFiles(root, cwd, options.config);
  const read = await readVariants(files, options.config);
  if ('issues' in read) {
    sayIssues(read.issues);
    process.exitCode = EXIT.usage;
    return;
  }
  const { config, varied } = read;
  const refusal = runnerRefusal(config.agent, 'varied');
  if (refusal !== null) return refuse(refusal);
  const file = files.locate(config.variants.file);
  if (options.write) return writeTexts(config, varied, file, await files.resolveFolder(file), options.allowedHosts);
  const derived = varied.cases.filter(({ variant }) => variant !== undefined);
  process.stdout.write(casesYaml(derived));
  for (const id of varied.same) say(`${id} is left out: it would say the same as another case`);
  for (const { id } of varied.silent) say(`${id} has no message to vary: its simulated user opens`);
  for (const { id } of varied.missing)
    say(`${id}: its text is not written yet; \`${commandName()} variants --write\` has it written`);
  if (varied.missing.length > 0) process.exitCode = EXIT.usage;
}

async function writeTexts(
  config: Config,
  varied: VariedCases,
  file: string,
  place: { readonly path: string } | { readonly problem: string },
  allowedHosts: readonly string[],
): Promise<void> {
  if ('problem' in place) return refuse(place.problem);
  const known = varied.needed.flatMap((key) => varied.texts.get(keyOf(key)) ?? []);
  const keys = varied.missing.map(({ key }) => key);
  const { texts, problems } = keys.length === 0 ? NOTHING : await askAll(config, keys, allowedHosts);
  for (const problem of problems) say(`agent-eval: ${problem}`);
  if (problems.length > 0) process.exitCode = EXIT.usage;
  const removed = varied.texts.size - known.length;
  if (texts.length === 0 && removed === 0) {
    if (problems.length === 0) process.stdout.write(`${file}: every text is written\n`);
    return;
  }
  try {
    await writeFile(place.path, printWrittenTexts([...known, ...texts]));
  } catch (error) {
    return refuse(`${file} can't be written: ${errorMessage(error)}`);
  }
  const gone = removed === 0 ? '' : `, ${plural(removed, 'text')} that no case needs removed`;
  process.stdout.write(`${file}: ${plural(texts.length, 'text')} written${gone}; read them, and commit the file\n`);
}

const NOTHING = { texts: [], problems: [] } as const;

async function askAll(
  config: Config,
  keys: readonly TextKey[],
  allowedHosts: readonly string[],
): Promise<WrittenVariants> {
  const { model } = config.variants;
  if (model === null)
    return {
      texts: [],
      problems: ['no model is named that could write them; write `variants: {model: {openai: {model: …}}}`'],
    };
  return await writeVariants(model, keys, config, { environment: process.env, allowed_hosts: allowedHosts });
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}
