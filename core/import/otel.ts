import type { Dialect } from './draft';
import { SpanReader } from './otel/session';
import { holdsSpans } from './otel/span';

/** OpenTelemetry spans with GenAI content: OTLP/JSON, dumps of the SDKs, OpenInference, OpenLLMetry, Vercel's AI SDK. */
export const otel: Dialect = {
  id: 'otel',
  title: 'OpenTelemetry spans',
  whole_file: { share: 0.5 },
  detect: holdsSpans,
  read: (sink) => new SpanReader(sink),
};
