import { rename, rm, stat } from 'node:fs/promises';
import type { Table } from '#domain/baseline/results/tables.ts';
import { errorMessage } from '#domain/error-message.ts';

/**
 * Writes tables to a new SQLite file, whole or not at all, with the SQLite of Node. Never throws; `problem` is a sentence.
 *
 * @param path must not exist
 */
export async function writeSqlite(
  path: string,
  tables: readonly Table[],
): Promise<{ readonly problem: string } | null> {
  if ((await stat(path).catch(() => null)) !== null)
    return { problem: `${path} exists; remove it, or name another file` };
  const sqlite = await loadSqlite();
  if (sqlite === null)
    return {
      problem: `Node ${process.versions.node} has no SQLite: run this with Node 22.13 or newer (everything else works from 20.19 on)`,
    };
  const part = `${path}.part`;
  try {
    await rm(part, { force: true });
    const database = new sqlite.DatabaseSync(part);
    try {
      fill(database, tables);
    } finally {
      database.close();
    }
    await rename(part, path);
    return null;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    return { problem: `${path} can't be written: ${errorMessage(error)}` };
  }
}

type Sqlite = typeof import('node:sqlite');

/** Node marks it as experimental in some versions, and a warning among the output would say nothing to its reader. */
async function loadSqlite(): Promise<Sqlite | null> {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  try {
    return await import('node:sqlite');
  } catch {
    return null;
  } finally {
    // Warnings are emitted on the next tick.
    setImmediate(() => {
      for (const listener of listeners) process.on('warning', listener);
    });
  }
}

function fill(database: InstanceType<Sqlite['DatabaseSync']>, tables: readonly Table[]): void {
  database.exec('BEGIN');
  for (const { name, columns, key, rows } of tables) {
    const typed = columns.map(([column, type]) => `${column} ${type}`).join(', ');
    database.exec(`CREATE TABLE ${name} (${typed}, PRIMARY KEY (${key.join(', ')}))`);
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...row);
  }
  database.exec('COMMIT');
}
