import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { never } from '../../../core/lib/cancel';
import { Problem } from '../../../core/lib/problem';
import { type Door, makeProgram } from '../../../server/cli/program';
import { registerLint } from '../../../server/cli/verbs/lint';
import type { Row } from '../../../server/lint/report';

const skill =
  '---\nname: sample\ndescription: Sorts the mail of a day. Use when the user asks for it.\n---\n# Steps\n\nSort it.\n';

describe('loop lint', () => {
  let folder: string;
  let started: string;
  let printed: string[];
  let noted: string[];
  let code: number;

  beforeEach(async () => {
    started = process.cwd();
    folder = await mkdtemp(path.join(tmpdir(), 'loop-lint-'));
    process.chdir(folder);
    await write('skills/sample/SKILL.md', skill.replace('Sorts', 'Sorts: and'));
    await write('rubrics/x.grader.yaml', 'version: 1\nname: x\nrules:\n  - id: a\n    type: contains\n    any: [in]\n');
  });
  afterEach(async () => {
    process.chdir(started);
    await rm(folder, { recursive: true, force: true });
  });

  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };

  const lint = async (...args: string[]) => {
    [printed, noted, code] = [[], [], 0];
    const door: Door = {
      engine: () => Promise.reject(new Error('no store is needed to look at files')),
      json: args.includes('--json'),
      cancel: never,
      report: () => undefined,
      answer: () => assert.fail('lint prints lines'),
      row: () => Promise.resolve(true),
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      unread: false,
      columns: undefined,
      stdin: new PassThrough(),
      exitCode: (given) => (code = given),
    };
    const program = makeProgram('1.2.3', (text) => noted.push(text));
    registerLint(program, () => door);
    await program.parseAsync(['lint', ...args], { from: 'user' });
    return printed;
  };

  it('looks through folders and says what it finds, a line each', async () => {
    assert.deepEqual(await lint('.'), [
      'rubrics/x.grader.yaml:6:11 info GRD025 A very short phrase matches almost anything.',
      'skills/sample/SKILL.md:3:19 error FM007 `description` contains `: `. Quote the value; most readers refuse the file.',
    ]);
    assert.deepEqual([code, noted], [1, ['1 error, 0 warnings, 1 remark in 2 files.']]);
  });

  it('looks at what is about to be committed, by the line in the README', async () => {
    const readme = await readFile(path.join(__dirname, '../../../README.md'), 'utf8');
    const line = /pre-commit hook:\n\n```\n(.+)\n```/.exec(readme)?.[1] ?? '';
    const asked = () => {
      // `loop` here prints the arguments it was called with.
      const text = execFileSync('sh', ['-c', line.replace('loop lint', 'echo')], { cwd: folder, encoding: 'utf8' });
      return text.trim();
    };
    execFileSync('git', ['init', '-q'], { cwd: folder });
    assert.equal(asked(), '');
    await write('notes.md', 'x\n');
    execFileSync('git', ['add', 'notes.md'], { cwd: folder });
    assert.equal(asked(), '');
    execFileSync('git', ['add', '.'], { cwd: folder });
    assert.equal(asked(), 'rubrics/x.grader.yaml skills/sample/SKILL.md');
    await lint(...asked().split(' '));
    assert.equal(code, 1);
  });

  it('knows where an expert stood in the last commit', async () => {
    const expert = (status: string) =>
      `---\nname: sample\ndescription: Sorts the mail of a day. Use when the user asks for it.\ntype: expert\nmodel: small\ntrigger: sort mail\nstatus: ${status}\n---\n# Steps\n\nSort it.\n`;
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder });
    await write('skills/sample/SKILL.md', expert('draft'));
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'A draft');
    assert.deepEqual(await lint('skills'), []);
    await write('skills/sample/SKILL.md', expert('training'));
    assert.deepEqual(await lint('skills'), [
      'skills/sample/SKILL.md:7:9 info SKL212 From `draft` to `training` leaves out `collecting`.',
    ]);
  });

  it('ends well when nothing is an error', async () => {
    await lint('rubrics');
    assert.equal(code, 0);
    await write('rubrics/x.grader.yaml', 'version: 1\nname: x\nrules:\n  - id: a\n    type: contains\n    any: [inside]\n');
    assert.deepEqual(await lint('rubrics'), []);
    assert.deepEqual(noted, ['0 errors, 0 warnings in 1 file.']);
  });

  it('prints one JSON value with the rows', async () => {
    const [text, ...rest] = await lint('--json', 'skills/sample/SKILL.md');
    assert.deepEqual(rest, []);
    const rows = JSON.parse(text ?? '') as Row[];
    assert.deepEqual(rows, [
      {
        path: 'skills/sample/SKILL.md',
        code: 'FM007',
        severity: 'error',
        message: '`description` contains `: `. Quote the value; most readers refuse the file.',
        range: { start: { line: 2, character: 18 }, end: { line: 2, character: 20 } },
        fixable: true,
      },
    ]);
    assert.deepEqual(await lint('--format', 'json', 'skills'), [text]);
  });

  it('prints SARIF whose results point at rules and regions', async () => {
    const [text] = await lint('--format', 'sarif', '.');
    const log = JSON.parse(text ?? '') as SarifLog;
    assert.equal(log.version, '2.1.0');
    const [run] = log.runs;
    assert.ok(run);
    assert.deepEqual(
      run.tool.driver.rules.map(({ id }) => id),
      ['FM007', 'GRD025'],
    );
    for (const result of run.results) assert.equal(run.tool.driver.rules[result.ruleIndex]?.id, result.ruleId);
    assert.deepEqual(
      run.results.map(({ level }) => level),
      ['note', 'error'],
    );
    assert.deepEqual(run.results[1]?.locations[0]?.physicalLocation, {
      artifactLocation: { uri: 'skills/sample/SKILL.md', uriBaseId: 'ROOT' },
      region: { startLine: 3, startColumn: 19, endLine: 3, endColumn: 21 },
    });
    const [rule] = run.tool.driver.rules;
    assert.equal(rule?.shortDescription.text, '… contains `: `. Quote the value; most readers refuse the file.');
    assert.match(rule.help.text, /\w/);
  });

  it('leads from each rule in SARIF to the page about it', async () => {
    const root = path.join(__dirname, '../../..');
    const { repository } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { repository: { url: string } };
    const [text] = await lint('--format', 'sarif', '.');
    const [run] = (JSON.parse(text ?? '') as SarifLog).runs;
    for (const { id, helpUri } of run?.tool.driver.rules ?? []) {
      assert.equal(helpUri, `${repository.url}/blob/main/docs/rules/${id}.md`);
      assert.match(await readFile(path.join(root, `docs/rules/${id}.md`), 'utf8'), new RegExp(`^# ${id}\n`));
    }
  });

  it('shows so many of one kind, says how many more there are, and counts them all', async () => {
    const links = Array.from({ length: 5000 }, (_, n) => `[n](gone-${n}.md)\n`).join('\n');
    await write('skills/sample/SKILL.md', `${skill}\n${links}`);
    const [text] = await lint('--json', 'skills');
    const rows = (JSON.parse(text ?? '') as Row[]).filter((row) => row.code === 'SKL304');
    assert.equal(rows.length, 101);
    assert.deepEqual(
      rows.filter(({ more }) => more !== undefined).map(({ message, more }) => [message, more]),
      [['4900 more of this kind from here on.', 4900]],
    );
    assert.match(noted.join(' '), /0 errors, 5000 warnings/);
    // One too many takes no more room than the line that would speak of it.
    await write('skills/sample/SKILL.md', `${skill}\n${links.split('\n').slice(0, 202).join('\n')}`);
    const all = await lint('skills');
    assert.equal(all.filter((row) => row.includes('SKL304')).length, 101);
    assert.equal(all.join().includes('more of this kind'), false);
  });

  it('repairs all of a kind, however many are shown', async () => {
    const keys = Array.from({ length: 300 }, (_, n) => `  key-${n}: text  \n`).join('');
    await write('skills/sample/SKILL.md', skill.replace('\n---\n#', `\nmetadata:\n${keys}---\n#`));
    assert.deepEqual(await lint('--fix', 'skills'), []);
    assert.doesNotMatch(await readFile(path.join(folder, 'skills/sample/SKILL.md'), 'utf8'), / \n/);
  });

  it('knows the clients', async () => {
    await write('skills/sample/SKILL.md', skill.replace('---\n#', 'effort: high\n---\n#'));
    assert.match((await lint('skills')).join(), /SKL159/);
    assert.deepEqual(await lint('skills', '--target', 'claude', '--target', 'codex'), []);
    await assert.rejects(lint('skills', '--target', 'nobody'), (error) => error instanceof Problem && error.code === 'usage');
  });

  it('repairs what needs no asking and reports the rest', async () => {
    await write(
      'skills/sample/SKILL.md',
      `\uFEFF${skill.replace('Sorts', 'Sorts: and').replace('\n---\n#', '  \nuser-invokable: yes\n---\n#')}`,
    );
    assert.deepEqual(await lint('--fix', 'skills'), []);
    assert.equal(
      await readFile(path.join(folder, 'skills/sample/SKILL.md'), 'utf8'),
      skill.replace(
        /description: .*/,
        'description: "Sorts: and the mail of a day. Use when the user asks for it."\nuser-invocable: true',
      ),
    );
    assert.match(noted.join(' '), /Repaired \d+\. 0 errors/);
  });

  it('says what is wrong with paths', async () => {
    await write('notes.md', 'text');
    await assert.rejects(lint('gone'), (error) => error instanceof Problem && error.code === 'file_not_found');
    await assert.rejects(lint('notes.md'), (error) => error instanceof Problem && error.code === 'usage');
    await mkdir(path.join(folder, 'empty'));
    assert.deepEqual(await lint('empty'), []);
    assert.match(noted.join(), /^No SKILL\.md/);
  });

  it('says what is wrong with the others when one file cannot be read', async () => {
    await write('rubrics/huge.judge.md', 'x'.repeat(5 * 1024 * 1024));
    await write('rubrics/y.grader.yaml', 'version: 1\nname: y\nrules: []\n');
    const rows = await lint('rubrics');
    assert.deepEqual(
      rows.map((row) => /^\S+ \w+ (\w+)/.exec(row)?.[1]),
      ['GRD025', 'GRD002'],
    );
    assert.match(noted[0] ?? '', /huge\.judge\.md cannot be read: it is larger than 4 MB or not a file/);
    assert.equal(code, 1);
    await rm(path.join(folder, 'rubrics/y.grader.yaml'));
    await lint('rubrics');
    assert.equal(code, 1);
  });

  it('looks at each file once and leaves out what belongs to others', async () => {
    for (const place of ['node_modules/x', '.loop', '.cache/skills/x', '.github/skills/x', '.github/other']) {
      await write(`${place}/SKILL.md`, 'no front matter');
    }
    const rows = await lint('.', 'skills', 'skills/sample/SKILL.md', '.github/skills/x/SKILL.md');
    assert.deepEqual(
      rows.map((row) => row.split(':')[0]),
      ['.github/skills/x/SKILL.md', 'rubrics/x.grader.yaml', 'skills/sample/SKILL.md'],
    );
  });
});

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly helpUri: string;
}

interface SarifLog {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly rules: readonly SarifRule[] };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly { readonly physicalLocation: unknown }[];
    }[];
  }[];
}
