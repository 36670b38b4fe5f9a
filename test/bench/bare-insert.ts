import Database from 'better-sqlite3';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The yardstick: parse each line, insert it, nothing else. */
async function main(log: string, file: string): Promise<void> {
  const db = new Database(file);
  db.exec('create table traces (id text primary key, model text, at text, body text) without rowid');
  const insert = db.prepare('insert or ignore into traces values (?, ?, ?, ?)');
  db.exec('begin');
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const row = JSON.parse(line) as { id: string; model: string; created_at: string };
    insert.run(row.id, row.model, row.created_at, line);
  }
  db.exec('commit');
  db.close();
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
