import { EventEmitter, type TreeDataProvider, type Uri } from 'vscode';
import type { Host } from '../host';
import { folderUri } from '../datasets/export';
import { graderParam, rubricFiles, rubricKinds } from './files';
import { rubricItem } from './items';
import type { FactNode, GraderNode, KindNode, RubricNode } from './nodes';

export interface RubricTree extends TreeDataProvider<RubricNode> {
  refresh(): void;
  dispose(): void;
}

/** The grader, judge, recipe and skill files of all folders; graders with their slice, last run and agreement. */
export function createRubricTree(host: Host, onGraders: (there: boolean) => void): RubricTree {
  const changed = new EventEmitter<undefined>();
  const roots = async (): Promise<RubricNode[]> => {
    const found = await Promise.all(rubricKinds.map(async (of) => ({ kind: 'kind' as const, of, files: await rubricFiles(of) })));
    onGraders(found.some(({ of, files }) => of === 'grader' && files.length > 0));
    return found.filter(({ files }) => files.length > 0);
  };
  return {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      try {
        if (!node) return await roots();
        if (node.kind === 'kind') return await ofKind(host, node);
        return node.kind === 'grader' ? await facts(host, node) : [];
      } catch (error) {
        host.fail(error);
        return [];
      }
    },
    getTreeItem: rubricItem,
    refresh: () => changed.fire(undefined),
    dispose: () => changed.dispose(),
  };
}

async function ofKind(host: Host, { of, files }: KindNode): Promise<RubricNode[]> {
  if (of === 'grader') return graders(host, files);
  const runs = of === 'judge' && (await host.store.exists()) ? await host.engine.call('judge.runs', {}) : [];
  const paths = await Promise.all(runs.map(async (run) => ({ run, path: (await folderUri(host, run.file)).fsPath })));
  return files.map((uri) => ({ kind: 'file', uri, run: paths.find(({ path }) => path === uri.fsPath)?.run }));
}

/** The engine takes this many files at once. */
const mostGraders = 500;

/** Without a store nothing is asked: looking at a list of files makes none. */
async function graders(host: Host, files: readonly Uri[]): Promise<GraderNode[]> {
  const asked = (await host.store.exists()) ? files.slice(0, mostGraders) : [];
  const rows = asked.length === 0 ? [] : await host.engine.call('grade.overview', { graders: asked.map(graderParam) });
  return files.map((uri, i) => ({ kind: 'grader', uri, row: rows[i] }));
}

async function facts(host: Host, grader: GraderNode): Promise<FactNode[]> {
  const { row } = grader;
  if (!row) return [];
  const nodes: FactNode[] = [{ kind: 'slice', grader, row }];
  const { last } = row;
  if (!last) return nodes;
  const found = await host.engine.call('grade.agreement', { grader: graderParam(grader.uri) });
  const rules = Object.entries(last.by_rule).map(([id, counts]) => ({ kind: 'rule' as const, grader, id, counts }));
  return [...nodes, { kind: 'run', grader, last }, { kind: 'agreement', grader, found }, ...rules];
}
