import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { FORGED, withoutGlobs } from '#test/support/hostile-texts.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import { runProgram } from './run-program.ts';

/** A comment on a change after which every case says and does hostile things, in everything that a comment shows. */
export async function hostileComment(texts: readonly string[]): Promise<string> {
  const folder = newFolder('hostile');
  const write = async (files: ReturnType<typeof scriptedSuite>) => {
    for (const [path, text] of Object.entries(files))
      await writeFile(join(folder, path.replace('evals/', '')), text ?? '');
  };
  await write(hostileSuite(texts, 'harmless'));
  await runProgram([process.execPath, CLI_BUNDLE, 'run', '--output', 'main'], { cwd: folder });
  await write(hostileSuite(texts, 'hostile'));
  const baseline = ['--baseline', 'main/results.json'];
  await runProgram([process.execPath, CLI_BUNDLE, 'run', '--output', 'here', ...baseline], { cwd: folder });
  return readFile(join(folder, 'here', 'comment.md'), 'utf8');
}

function hostileSuite(texts: readonly string[], mood: 'harmless' | 'hostile') {
  const cases = texts.map((text, index): [string, ScriptedCase] => {
    const plain = text.replace(/\p{Cc}/gu, ' ');
    const tool = withoutGlobs(text);
    const wanted = { name: tool, arguments: { [text]: text }, status: 'ok', result: text };
    const other = { ...wanted, arguments: { [text]: `not ${text}`, [FORGED]: text }, status: 'error' };
    return [
      `case-${index + 1}`,
      {
        name: plain,
        tags: [plain],
        step: {
          answer:
            mood === 'harmless'
              ? { output: `${text}\nall is well`, tool_calls: [wanted] }
              : { output: text, tool_calls: [other, wanted] },
        },
        expect: {
          tools: { order: 'exact', calls: [{ name: tool, args: { [text]: text }, status: 'ok' }] },
          response: { contains: ['all is well'], not_contains: [`not ${plain.trim()}`] },
        },
      },
    ];
  });
  return scriptedSuite(Object.fromEntries(cases), { cases: ['cases.yml'], trials: 5, concurrency: 2, gate: {} });
}
