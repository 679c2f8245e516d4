import type { Config } from '#domain/config/config.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import type { Issue } from '#domain/document/issue.ts';
import { parseDocuments } from '#domain/document/parse-documents.ts';
import { danglingRules } from '#domain/gate/dangling-rules.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Case } from '#domain/suite/case.ts';
import { selectCases } from '#domain/suite/select-cases.ts';
import { hashGraders } from './hash-graders.ts';
import type { SuiteFiles } from './ports.ts';

/** Which cases to keep; empty lists keep all. Ids may be globs. */
export interface Selection {
  readonly ids: readonly string[];
  readonly tags: readonly string[];
}

/** A suite that is ready to run. */
export interface LoadedSuite {
  readonly config: Config;
  readonly config_path: string;
  readonly config_hash: string;
  readonly cases: readonly Case[];
  /** Ids of cases that the config has and the selection leaves out. */
  readonly left_out: ReadonlySet<string>;
  /** Hash of the files each case's custom checks run, by case id; absent without such checks. */
  readonly grader_hashes: ReadonlyMap<string, string>;
  readonly warnings: readonly Issue[];
}

/** Reads config and cases; all problems of both at once. */
export async function loadSuite(
  files: SuiteFiles,
  configPath: string,
  selection: Selection,
): Promise<{ readonly suite: LoadedSuite } | { readonly issues: readonly Issue[] }> {
  const source = await files.read(configPath);
  if ('problem' in source) return { issues: [wholeFile(configPath, source.problem)] };
  const parsed = parseConfig(source.text, configPath);
  if ('issues' in parsed) return parsed;

  const { config } = parsed;
  const read = await readCases(files, { path: configPath, text: source.text }, config);
  const warnings = [...parsed.warnings, ...read.issues.filter((issue) => issue.severity === 'warning')];
  const errors = read.issues.filter((issue) => issue.severity === 'error');
  if (errors.length > 0) return { issues: [...errors, ...warnings] };

  const selected = selectCases(read.cases, selection);
  if ('problem' in selected) return { issues: [wholeFile(configPath, selected.problem)] };
  const graders = await hashGraders(files, selected.cases);
  if (graders.issues.length > 0) return { issues: graders.issues };
  return {
    suite: {
      config,
      config_path: configPath,
      config_hash: hashJson(source.text),
      cases: selected.cases,
      left_out: leftOut(read.cases, selected.cases),
      grader_hashes: graders.hashes,
      warnings: [...warnings, ...warningsOfRules(config, selected.cases, read.cases, configPath)],
    },
  };
}

/** Rules that name nothing, told for whole suites only: a selection leaves cases out on purpose. */
function warningsOfRules(
  config: Config,
  selected: readonly Case[],
  all: readonly Case[],
  configPath: string,
): readonly Issue[] {
  if (selected.length < all.length) return [];
  return danglingRules(config.gate, all).map((message) => ({ ...wholeFile(configPath, message), severity: 'warning' }));
}

function leftOut(all: readonly Case[], selected: readonly Case[]): ReadonlySet<string> {
  const kept = new Set(selected.map(({ id }) => id));
  return new Set(all.map(({ id }) => id).filter((id) => !kept.has(id)));
}

async function readCases(
  files: SuiteFiles,
  written: { readonly path: string; readonly text: string },
  config: Config,
): Promise<{ cases: readonly Case[]; issues: readonly Issue[] }> {
  const cases: Case[] = [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of config.cases.entries()) {
    const paths = await files.expand(entry.file);
    if (paths.length === 0) {
      const message = `no file matches "${entry.file}" (looked from the folder of the config); correct the path or glob`;
      issues.push(atEntry(written, index, message));
    }
    for (const path of paths.filter((path) => !seen.has(path))) {
      seen.add(path);
      const source = await files.read(path);
      if ('problem' in source) {
        issues.push(wholeFile(path, source.problem));
        continue;
      }
      const parsed = parseDocuments(source.text, path);
      if ('issues' in parsed) {
        issues.push(...parsed.issues);
        continue;
      }
      const result = parseCases(parsed.documents, entry.dialect, config.defaults);
      cases.push(...result.cases);
      issues.push(...result.issues);
    }
  }
  return { cases, issues: [...issues, ...duplicates(cases)] };
}

/** An issue about one entry of `cases:` in the config. */
function atEntry({ path, text }: { path: string; text: string }, index: number, message: string): Issue {
  const parsed = parseDocuments(text, path);
  const [document] = 'documents' in parsed ? parsed.documents : [];
  const place = document?.locate(['cases', index]) ?? { line: 1, column: 1 };
  return { severity: 'error', file: path, ...place, path: `cases[${index}]`, message };
}

function duplicates(cases: readonly Case[]): Issue[] {
  const first = new Map<string, Case>();
  const issues: Issue[] = [];
  for (const one of cases) {
    const earlier = first.get(one.id);
    if (!earlier) {
      first.set(one.id, one);
    } else if (earlier.source.file !== one.source.file) {
      issues.push({
        severity: 'error',
        ...one.source,
        column: 1,
        path: 'id',
        message: `case id "${one.id}" is also used at ${earlier.source.file}:${earlier.source.line}; ids must be unique in the suite`,
      });
    }
  }
  return issues;
}

function wholeFile(file: string, message: string): Issue {
  return { severity: 'error', file, line: 1, column: 1, path: '', message };
}
