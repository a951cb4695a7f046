import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Attributes, Span, Tracing } from './base/tracing.ts'
import { version } from './base/version.ts'
import type { SamplerName, Traces } from './config.ts'

/**
 * Sends traces to a collector by OTLP/HTTP. Nothing is registered globally, so that no library traces on its own. What the
 * collector does not take in time is dropped.
 */
export function openTracing(traces: Traces, onFailed: (error: unknown) => void): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': traces.serviceName,
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    sampler: samplerOf(traces.sampler, traces.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(
          new OTLPTraceExporter({
            url: traces.url,
            headers: traces.headers,
            timeoutMillis: exportMs,
            concurrencyLimit: 4,
          }),
          onFailed,
        ),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: 512,
        scheduledDelayMillis: batchMs,
        exportTimeoutMillis: exportMs,
      }),
    ],
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: maxText, eventCountLimit: 0, linkCountLimit: 0 },
  })
  const tracer = provider.getTracer('marquee', version)
  const current = new AsyncLocalStorage<{ context: Context; isEnded: boolean }>()

  const open = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    const own = { context: trace.setSpan(parent, span), isEnded: false }
    return {
      set: (more: Attributes) => void span.setAttributes(more),
      fail: (code: string) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code),
      run: <T>(work: () => T): T => current.run(own, work),
      end() {
        own.isEnded = true
        span.end()
      },
    }
  }
  /** Loops that a request has woken continue after it: they are no part of it any more. */
  const inProgress = () => {
    const outer = current.getStore()
    return outer?.isEnded === false ? outer.context : undefined
  }
  const measure = async <T>(span: ReturnType<typeof open>, work: (span: Span) => Promise<T>): Promise<T> => {
    try {
      return await span.run(() => work(span))
    } catch (error) {
      span.fail(codeOf(error))
      throw error
    } finally {
      span.end()
    }
  }

  return {
    isOn: true,
    request({ method, route, requestId, parent }) {
      const known = methods.has(method) ? method : '_OTHER'
      const attributes = {
        'http.request.method': known,
        'marquee.request_id': requestId,
        ...(route !== undefined && { 'http.route': route }),
      }
      const name = route === undefined ? known : `${known} ${route}`
      const span = open(name, SpanKind.SERVER, attributes, contextOf(parent))
      return {
        run: (work) => span.run(work),
        end({ status, broadcastId }) {
          if (status === undefined) span.fail('aborted')
          else span.set({ 'http.response.status_code': status })
          if (broadcastId !== undefined) span.set({ 'marquee.broadcast_id': broadcastId })
          if (status !== undefined && status >= 500) span.fail(String(status))
          span.end()
        },
      }
    },
    task: (name, about, work) =>
      measure(open(name, SpanKind.INTERNAL, own(about), ROOT_CONTEXT), ({ set, fail }) =>
        work({ set: (more) => set(own(more)), fail }),
      ),
    call: ({ method, hostname, port }, work) =>
      measure(
        open(
          method,
          SpanKind.CLIENT,
          { 'http.request.method': method, 'server.address': hostname, 'server.port': port },
          inProgress() ?? ROOT_CONTEXT,
        ),
        async ({ set }) => {
          const reply = await work()
          set({ 'http.response.status_code': reply.status })
          return reply
        },
      ),
    statement(text, work) {
      const parent = inProgress()
      if (!parent) return work()
      const oneLine = text
        .slice(0, 2 * maxText)
        .replaceAll(/\s+/g, ' ')
        .trim()
      const operation = /^\w+/.exec(oneLine)?.[0].toLowerCase() ?? 'statement'
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': oneLine }
      return measure(open(operation, SpanKind.CLIENT, attributes, parent), work)
    },
    close: () =>
      Promise.race([
        provider.shutdown().catch(onFailed),
        // Longer than an export may take, so that this ends only what the exporter itself does not end.
        wait(exportMs + 500, undefined, { ref: false }),
      ]),
  }
}

/** An attribute of ours has our name in front, as OpenTelemetry asks. */
const own = (about: Attributes): Attributes =>
  Object.fromEntries(Object.entries(about).map(([name, value]) => [`marquee.${name}`, value]))

function contextOf(traceparent: string | undefined): Context {
  const remote: SpanContext | null = traceparent === undefined ? null : parseTraceParent(traceparent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}

/** The code of an error, never its message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : 'reason' in error ? error.reason : undefined
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error.name
}

/** The processor drops a batch that fails without a word. */
function reporting(exporter: SpanExporter, onFailed: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) onFailed(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const isByParent = name.startsWith('parentbased_')
  const root = rootSamplers[name.replace('parentbased_', '')]?.(ratio) ?? new AlwaysOnSampler()
  return isByParent ? new ParentBasedSampler({ root }) : root
}

const rootSamplers: Record<string, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Spans that wait for the collector. One has about a kilobyte. */
const maxWaiting = 2_048
const batchMs = 1_000
const exportMs = 5_000
const maxText = 2_000
