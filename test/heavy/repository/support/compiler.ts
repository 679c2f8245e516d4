import { join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import ts from 'typescript';

/**
 * A thread that compiles the folder it was given, at every message, and answers with the files that have errors. Only
 * what a change since the last message may break is checked again: that takes seconds, where `tsc` takes half a minute.
 */
const folder: string = workerData;
const options = readConfig().options;
const host = ts.createIncrementalCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();
let program: ts.SemanticDiagnosticsBuilderProgram | undefined;

const { getSourceFile } = host;
host.getSourceFile = (path, ...rest) => {
  const file = parsed.get(path);
  if (file !== undefined && (path.includes('/node_modules/') || file.text === ts.sys.readFile(path))) return file;
  parsed.set(path, getSourceFile(path, ...rest));
  return parsed.get(path);
};

parentPort?.on('message', () => parentPort?.postMessage(filesThatDoNotCompile()));

function filesThatDoNotCompile(): readonly string[] {
  program = ts.createSemanticDiagnosticsBuilderProgram(readConfig().fileNames, options, host, program);
  const errors = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  return [...new Set(errors.map(placeOf))].sort();
}

/** An error of no file, such as an option that does not exist, stands for itself. */
function placeOf({ file, messageText }: ts.Diagnostic): string {
  return file === undefined ? ts.flattenDiagnosticMessageText(messageText, '\n') : relative(folder, file.fileName);
}

function readConfig(): ts.ParsedCommandLine {
  const onUnRecoverableConfigFileDiagnostic = (problem: ts.Diagnostic) => {
    throw new Error(placeOf(problem));
  };
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic,
  });
  if (config === undefined || config.errors.length > 0)
    throw new Error(`tsconfig.json: ${config?.errors.map(placeOf).join(', ')}`);
  return config;
}
