import type { Context } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { insertAfter } from '../parts';
import { entryOf, isEmpty, textOf, type YamlEntry } from '../yaml/tree';
import { scalarText } from '../yaml/write';

/** SKL203, SKL204, SKL211: where an expert is reached. */
export function* endpointRules(context: Context): Findings {
  const { map } = context;
  const statusEntry = entryOf(map, 'status') ?? entryOf(map, 'expert_status');
  const status = textOf(statusEntry?.value);
  const endpoint = entryOf(map, 'endpoint');
  const address = textOf(endpoint?.value)?.trim();
  if (statusEntry && status === 'active' && !address) yield withoutEndpoint(context, statusEntry);
  if (!endpoint || (address === undefined && isEmpty(endpoint.value)) || address === '') return;
  if (status === 'retired') yield { code: 'SKL211', span: endpoint.key.span, unnecessary: true };
  yield* addressRules(endpoint, address ?? '', status);
}

function withoutEndpoint(context: Context, status: YamlEntry): Finding {
  const line = 'endpoint: https://';
  return {
    code: 'SKL203',
    span: status.value.span,
    fixes: () => [
      { title: 'insert', args: { text: 'endpoint' }, edits: [insertAfter(context, status, line)] },
      { title: 'replace', args: { text: 'draft' }, edits: [{ ...status.value.span, text: 'draft' }] },
    ],
  };
}

function* addressRules({ value }: YamlEntry, address: string, status: string | undefined): Findings {
  const url = urlOf(address);
  const finding = { code: 'SKL204', span: value.span } as const;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '') return yield finding;
  const replace = (text: string) => (): Fix[] => [
    { title: 'replace', args: { text }, edits: [{ ...value.span, text: scalarText(text) }] },
  ];
  if (url.username !== '' || url.password !== '' || /[?&][^=&]*(?:key|token|secret|password)[^=&]*=[^&]+/i.test(address)) {
    const clean = address.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '');
    return yield { ...finding, variant: 'secret', fixes: replace(clean) };
  }
  const path = /\/(?:chat\/)?completions\/?$/.exec(address)?.[0];
  if (path !== undefined) yield { ...finding, variant: 'path', args: { path }, fixes: replace(address.slice(0, -path.length)) };
  const local = isLocal(url.hostname);
  if (url.protocol === 'http:' && isPublic(url.hostname)) yield { ...finding, variant: 'plain' };
  if (local && status === 'active') yield { ...finding, variant: 'local' };
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}

/** A host outside one's own network, as far as its name tells. */
function isPublic(host: string): boolean {
  if (isLocal(host) || !host.includes('.')) return false;
  return !/^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|\.(?:local|internal|lan|home|test|svc)$/.test(host);
}
